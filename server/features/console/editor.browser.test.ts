import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  DOT,
  gotFocus,
  hasFocus,
  save,
  selectionKnown,
  startConsole,
  textOf,
  titleOf,
} from '../../test/browser.ts'
import { inputMethod } from '../../test/input-method.ts'

const service = await startConsole()

async function openWith(content: string) {
  const { data } = await service.site.admin.post('/api/articles', {
    title: 'Edited',
    content,
    category_id: service.site.defaultCategoryId,
  })
  const opened = await service.open(`/articles/${data.id}`, service.site.admin)
  await textOf(opened.page).waitFor()
  return { ...opened, id: data.id as number }
}

const contentOf = async (id: number) =>
  (await service.site.admin.get(`/api/articles/${id}`)).data.content as string

async function saved(page: Page): Promise<void> {
  await save(page)
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
}

/** Simulates a paste from another program. */
async function paste(
  page: Page,
  data: { html?: string; text?: string; picture?: boolean; mode?: string },
): Promise<void> {
  const dot = DOT.toString('base64')
  await selectionKnown(page)
  await page.evaluate(
    `(() => {
      const data = ${JSON.stringify(data)}
      const transfer = new DataTransfer()
      if (data.html) transfer.setData('text/html', data.html)
      if (data.text) transfer.setData('text/plain', data.text)
      if (data.mode) transfer.setData('vscode-editor-data', JSON.stringify({ mode: data.mode }))
      if (data.picture) {
        const bytes = Uint8Array.from(atob('${dot}'), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }))
      }
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
      )
    })()`,
  )
}

describe('markup', () => {
  test('with classes, ids and figures is edited visually; unknown markup is an island; nothing is lost', async () => {
    const content =
      '<h2 id="opening" class="big">Title</h2><p class="lead">Lead with <abbr title="x">HTML</abbr>.</p>' +
      '<figure class="wide"><img src="/uploads/a.png" alt="A"><figcaption>Seen</figcaption></figure>' +
      '<aside class="note"><p>Aside</p></aside><details><summary>More</summary><p>Hidden</p></details>'
    const { page, id, end } = await openWith(content)
    await page.locator('.island', { hasText: '<details>' }).waitFor()
    await textOf(page).getByText('Aside').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and more')
    await saved(page)
    await expect.poll(() => contentOf(id)).toBe(content.replace('Aside', 'Aside and more'))
    await end()
  })

  test('can be edited as HTML, with syntax colours', async () => {
    const { page, id, end } = await openWith('<p>One</p><p>Two</p>')
    await page.getByText('HTML', { exact: true }).click()
    await page.locator('.html-tag').first().waitFor()
    await textOf(page).fill('<p>By <em>hand</em></p>')
    await page.getByText('Visual', { exact: true }).click()
    await textOf(page).locator('em').waitFor()
    await saved(page)
    await expect.poll(() => contentOf(id)).toBe('<p>By <em>hand</em></p>')
    await end()
  })
})

describe('typing', () => {
  test('supports Markdown in Chinese, the slash menu, find and replace, and URLs without https', async () => {
    const { page, id, end } = await openWith('<p>x</p>')
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('包含**重点**。')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/quote')
    await page.getByRole('option', { name: 'Quote', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Said once, said twice.')
    await page.keyboard.press('Control+f')
    await page.getByRole('textbox', { name: 'Find' }).fill('said')
    await page.getByText('1 of 2').waitFor()
    await page.getByRole('textbox', { name: 'Replace with' }).fill('told')
    await page.getByRole('button', { name: 'Replace all' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await textOf(page).getByText('重点').dblclick()
    await page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByPlaceholder('https://example.com/').fill('example.com')
    await page.keyboard.press('Enter')
    await saved(page)
    await expect.poll(() => contentOf(id)).toContain('<strong>重点</strong>')
    const content = await contentOf(id)
    // What stands before the signs stays.
    expect(content.replace(/<[^>]+>/g, '')).toContain('包含重点。')
    expect(content).toContain('href="https://example.com"')
    expect(content).toContain('<blockquote><p>told once, told twice.</p></blockquote>')
    await end()
  })

  test('inserts the address as a link where nothing is selected, and a wrong one not at all', async () => {
    const { page, id, end } = await openWith('<p>See </p>')
    const link = async (address: string) => {
      await page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true }).click()
      await page.getByPlaceholder('https://example.com/').fill(address)
      await page.keyboard.press('Enter')
      await gotFocus(textOf(page))
    }
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' ')
    await link('javascript:alert(1)')
    await link('example.com')
    await page.keyboard.type(' for more.')
    await saved(page)
    await expect
      .poll(() => contentOf(id))
      .toMatch(/^<p>See <a [^>]*href="https:\/\/example\.com"[^>]*>example\.com<\/a> for more\.<\/p>$/)
    await end()
  })

  test('ends links where Chinese begins', async () => {
    const { page, id, end } = await openWith('<p>x</p>')
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('见https://example.com/a，')
    const { compose, choose } = await inputMethod(page)
    await page.keyboard.type('见https://example.com/b')
    await compose('houmian')
    await choose('后面')
    await textOf(page).getByRole('link', { name: 'https://example.com/b' }).waitFor()
    await page.keyboard.type('https://example.com/c。然后 https://example.com/d e')
    await saved(page)
    const link = (name: string) => `<a href="https://example.com/${name}">https://example.com/${name}</a>`
    await expect
      .poll(() => contentOf(id))
      .toBe(`<p>见${link('a')}，见${link('b')}后面${link('c')}。然后 ${link('d')} e</p>`)
    await textOf(page).press('End')
    await paste(page, { text: ' https://example.com/f' })
    await page.keyboard.type('，后面')
    await saved(page)
    await expect.poll(() => contentOf(id)).toContain(`${link('f')}，后面</p>`)
    await textOf(page).press('End')
    await page.keyboard.type('：https://example.com/g，')
    await page.keyboard.press('Control+z')
    await page.keyboard.type('不是链接')
    await saved(page)
    await expect.poll(() => contentOf(id)).toContain('：https://example.com/g，不是链接</p>')
    await end()
  })

  test('undoes “Replace all” and leaves the find bar with the keyboard', async () => {
    const { page, end } = await openWith('<p>one one</p>')
    await textOf(page).click()
    await page.keyboard.press('Control+f')
    await page.getByRole('textbox', { name: 'Find' }).fill('one')
    await page.getByRole('textbox', { name: 'Replace with' }).fill('two')
    const replaceAll = page.getByRole('button', { name: 'Replace all' })
    await replaceAll.click()
    await textOf(page).getByText('two two').waitFor()
    expect(await hasFocus(replaceAll)).toBe(true)
    await page.keyboard.press('Control+z')
    await textOf(page).getByText('one one').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('search').waitFor({ state: 'detached' })
    await gotFocus(textOf(page))
    await end()
  })

  test('continues in the text of a new footnote', async () => {
    const { page, id, end } = await openWith('<p>x</p>')
    await textOf(page).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Footnote' }).click()
    await gotFocus(textOf(page))
    await page.keyboard.type('A note.')
    await saved(page)
    await expect.poll(() => contentOf(id)).toMatch(/<li id="fn1"[^>]*><p>A note\. <a /)
    await end()
  })

  test('keeps the notes below what is written after them', async () => {
    const notes = '<section class="footnotes"><ol><li id="fn1"><p>A note.</p></li></ol></section>'
    const sign = '<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>'
    const { page, id, end } = await openWith(`<p>x${sign}</p>${notes}<p>After</p>`)
    await textOf(page).getByText('After').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' the notes.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('And more.')
    await textOf(page).getByText('A note.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Longer.')
    await saved(page)
    await expect
      .poll(() => contentOf(id))
      .toMatch(
        /<p>After the notes\.<\/p><p>And more\.<\/p><section .*<p>A note\. Longer\.<\/p>.*<\/section>$/,
      )
    await end()
  })
})

describe('pasting', () => {
  test('from Word, from Google Docs and as Markdown is cleaned', async () => {
    const { page, id, end } = await openWith('<p>x</p>')
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    const word =
      '<html><body><p class="MsoNormal" style="margin:0"><b style="mso-bidi-font-weight:normal">From Word</b><o:p></o:p></p>' +
      '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp; </span></span>First</p>' +
      '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp; </span></span>Second</p>' +
      '<p class="MsoNormal"><img src="file:///C:/Users/me/a.png">End</p></body></html>'
    await paste(page, { html: word, text: 'From Word' })
    await page.getByText('could not be pasted').waitFor()
    await page.keyboard.press('Enter')
    const docs =
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.3"><span style="font-weight:700">Docs</span><span> text</span></p></b>'
    await paste(page, { html: docs, text: 'Docs text' })
    await page.keyboard.press('Enter')
    await paste(page, { text: '## From Markdown\n\n- a\n- b\n\n[link](https://example.com)' })
    await textOf(page).locator('h2').waitFor()
    await saved(page)
    await expect
      .poll(() => contentOf(id))
      .toBe(
        '<p><strong>From Word</strong></p><ul><li><p>First</p></li><li><p>Second</p></li></ul><p>End</p>' +
          '<p><strong>Docs</strong> text</p><h2>From Markdown</h2><ul><li><p>a</p></li><li><p>b</p></li></ul>' +
          '<p><a href="https://example.com">link</a></p>',
      )
    await end()
  })

  test('keeps lists that follow each other apart, raised and lowered letters, targets of links and notes', async () => {
    const { page, id, end } = await openWith('<p>x</p>')
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    const item = (list: string, sign: string, text: string) =>
      `<p class="MsoListParagraph" style="mso-list:${list}"><span style="mso-list:Ignore">${sign}<span>&nbsp; </span></span>${text}</p>`
    const lists = [
      item('l0 level1 lfo1', '·', 'Dot'),
      item('l1 level1 lfo2', '1.', 'One'),
      item('l1 level2 lfo2', 'a.', 'Below'),
      item('l1 level2 lfo2', '·', 'Dot below'),
      item('l1 level1 lfo2', '2.', 'Two'),
      item('l2 level1 lfo3', '1.', 'Again one'),
    ]
    const formula =
      '<p>E = mc<span style="vertical-align:super">2</span>, H<span style="vertical-align:sub">2</span>O, <a href="https://www.google.com/url?q=https://example.com/a%3Fb%3D1&amp;sa=D">link</a></p>'
    const note =
      '<p>Noted<a href="#_ftn1" name="_ftnref1"><span class="MsoFootnoteReference"><span style="vertical-align:super">[1]</span></span></a></p>' +
      '<div style="mso-element:footnote-list"><hr><div style="mso-element:footnote" id="ftn1"><p class="MsoFootnoteText"><a href="#_ftnref1" name="_ftn1">[1]</a> A note</p></div></div>'
    await paste(page, { html: lists.join('') + formula + note, text: 'Dot' })
    await saved(page)
    await expect
      .poll(() => contentOf(id))
      .toBe(
        '<ul><li><p>Dot</p></li></ul>' +
          '<ol><li><p>One</p><ol><li><p>Below</p></li></ol><ul><li><p>Dot below</p></li></ul></li><li><p>Two</p></li></ol>' +
          '<ol><li><p>Again one</p></li></ol>' +
          '<p>E = mc<sup>2</sup>, H<sub>2</sub>O, <a href="https://example.com/a?b=1">link</a></p>' +
          '<p>Noted<sup>[1]</sup></p><hr><p><sup>[1]</sup> A note</p>',
      )
    await end()
  })

  test('ends the links of plain URLs where Chinese begins', async () => {
    const { page, id, end } = await openWith('<p>x</p>')
    const links = async () => [...(await contentOf(id)).matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)]
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    await paste(page, {
      text: '见https://example.com/路径。然后，https://example.org、www.example.net，或a@example.com。',
    })
    await saved(page)
    await expect
      .poll(async () => (await links()).map(([, address]) => address))
      .toEqual([
        'https://example.com/',
        'https://example.org',
        'http://www.example.net',
        'mailto:a@example.com',
      ])
    await textOf(page).press('Control+a')
    await paste(page, { text: '- **见**https://example.com/a后面\n- （https://example.org/b）好' })
    await textOf(page).locator('strong').waitFor()
    await saved(page)
    await expect
      .poll(async () => (await links()).map(([, , text]) => text))
      .toEqual(['https://example.com/a', 'https://example.org/b'])
    await textOf(page).press('Control+a')
    await page.keyboard.type('路')
    await page.keyboard.press('Shift+ArrowLeft')
    await paste(page, { text: 'https://example.com/路径' })
    await saved(page)
    await expect.poll(() => contentOf(id)).toMatch(/href="https:\/\/example\.com\/[^"]+">(<[^>]*>)*路</)
    await end()
  })

  test('keeps the lines and the indentation of code', async () => {
    const { page, id, end } = await openWith('<p>x</p>')
    await textOf(page).click()
    const nbsp = (line: string) => line.replaceAll(' ', '\u00a0')
    const each = (lines: string[], tag: string) =>
      lines.map((line) => `<${tag}><span>${line || '<br>'}</span></${tag}>`).join('')
    const pasted: Record<string, (lines: string[]) => string> = {
      'a page': (lines) => `<pre><code class="language-python">${lines.join('\n')}</code></pre>`,
      colours: (lines) => `<pre><span style="color:red">${lines.join('</span>\n<b>')}</b></pre>`,
      'line breaks': (lines) => `<html><body><pre>${lines.map(nbsp).join('<br>')}</pre></body></html>`,
      'an element for each line': (lines) => `<pre>${each(lines, 'div')}</pre>`,
      WeChat: (lines) =>
        `<section><ul class="code-snippet__line-index"><li></li></ul><pre>${each(lines, 'code')}</pre></section>`,
    }
    for (const [how, html] of Object.entries(pasted)) {
      const lines = [`# From ${how}`, 'if a:', '    b = "`c`"', '', '    return b']
      await page.keyboard.press('Control+a')
      await paste(page, { html: html(lines), text: lines.join('\n') })
      await expect.poll(() => textOf(page).locator('pre').allTextContents()).toEqual([lines.join('\n')])
      await expect.poll(() => textOf(page).locator('li').count()).toBe(0)
    }
    await saved(page)
    await expect.poll(() => contentOf(id)).toContain('<pre><code># From WeChat\nif a:\n    b = "`c`"\n\n    ')
    await end()
  })

  test('from a code editor makes a block of lines, text of part of a line, and Markdown of Markdown', async () => {
    const { page, id, end } = await openWith('<p>Call</p>')
    await textOf(page).click()
    await page.keyboard.press('End')
    const copy = (mode: string, lines: string[]) => ({
      text: lines.join('\n'),
      html: `<div style="white-space: pre;">${lines.map((line) => `<div><span>${line}</span></div>`).join('')}</div>`,
      mode,
    })
    await paste(page, copy('python', ['# hello']))
    await page.keyboard.press('Enter')
    await paste(page, copy('markdown', ['A line of a text.']))
    await page.keyboard.press('Enter')
    await paste(page, copy('markdown', ['## Heading', 'text']))
    await textOf(page).locator('h2').waitFor()
    await page.keyboard.press('Enter')
    await paste(page, copy('python', ['# Greets', 'if a:', '    b()']))
    await textOf(page).locator('p').last().click()
    await paste(page, copy('', ['if c:', '    d()']))
    await saved(page)
    await expect
      .poll(() => contentOf(id))
      .toBe(
        '<p>Call# hello</p><p>A line of a text.</p><h2>Heading</h2><p>text</p>' +
          '<pre><code class="language-python"># Greets\nif a:\n    b()</code></pre><pre><code>if c:\n    d()</code></pre>',
      )
    await end()
  })

  test('into a code block keeps the lines and the indentation', async () => {
    const { page, id, end } = await openWith('<pre><code>x</code></pre>')
    await textOf(page).locator('pre').click()
    const code = '# Greets\nif a:\n\tb = 1\n\n    see https://example.com/a b'
    // The click puts the caret at the end.
    await paste(page, { text: code, html: `<div>${code.replaceAll('\n', '<br>')}</div>` })
    await saved(page)
    await expect.poll(() => contentOf(id)).toBe(`<pre><code>x${code}</code></pre>`)
    await end()
  })

  test('keeps the numbers of Chinese lists of Word, and what their items begin with', async () => {
    const { page, id, end } = await openWith('<p>x</p>')
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    const item = (list: string, sign: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:${list}'><span style='mso-list:Ignore'>${sign}<span>&nbsp; </span></span>${text}</p>`
    const html = [
      item('l0 level1 lfo1', '一、', 'A. 史密斯'),
      item('l0 level2 lfo1', '（一）', '下级'),
      '<p class=MsoNormal>之间</p>',
      item('l0 level1 lfo1', '二、', '第二项'),
      item('l1 level1 lfo2', '5.', '第五'),
      '<table><tr height=20><td width=64 height=20>格</td></tr></table>',
    ]
    await paste(page, { html: html.join(''), text: '一、' })
    await saved(page)
    await expect
      .poll(() => contentOf(id))
      .toBe(
        '<ol><li><p>A. 史密斯</p><ol><li><p>下级</p></li></ol></li></ol><p>之间</p>' +
          '<ol start="2"><li><p>第二项</p></li></ol><ol start="5"><li><p>第五</p></li></ol>' +
          '<table><tbody><tr><td><p>格</p></td></tr></tbody></table>',
      )
    await end()
  })

  test('from Feishu, Yuque, Notion and others keeps lists together and tasks ticked', async () => {
    const { page, id, end } = await openWith('<p>x</p>')
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    const html =
      '<ol class="list-number1" start="1"><li data-list="number"><div>一</div></li></ol>' +
      '<ol class="list-number1" start="2"><li data-list="number"><div>二</div></li></ol>' +
      '<p>又</p><ol><li>甲</li></ol><ol><li>乙</li></ol>' +
      '<ul class="list-done1"><li data-list="done"><div>做完</div></li></ul>' +
      '<ul class="list-check1"><li data-list="check"><div>没做</div></li></ul>' +
      '<ul class="ne-ul"><li><span>上</span></li><ul class="ne-list-wrap"><ul class="ne-ul"><li>下</li></ul></ul></ul>' +
      '<div class="ne-quote"><p>引</p></div>' +
      '<ul>\n<li>[ ]  待办</li>\n<li>[x]  已办</li>\n</ul><p>、</p>' +
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked> Done</li></ul><p>、</p>' +
      '<ul><li role="checkbox" aria-checked="false"><img src="data:image/png;base64,AA" aria-roledescription="checkbox"><p>Open</p></li></ul>' +
      '<ul><li>[1] 注</li></ul>' +
      '<pre><code class="language-Python">x</code></pre>'
    await paste(page, { html, text: '一二' })
    await saved(page)
    const tasks = (...items: readonly (readonly [string, boolean])[]) => {
      const box = (isDone: boolean) => `<input type="checkbox"${isDone ? ' checked' : ''} disabled>`
      const of = ([text, isDone]: readonly [string, boolean]) =>
        `<li data-checked="${isDone}"><p>${box(isDone)} ${text}</p></li>`
      return `<ul data-type="taskList">${items.map(of).join('')}</ul>`
    }
    await expect
      .poll(() => contentOf(id))
      .toBe(
        '<ol><li><p>一</p></li><li><p>二</p></li></ol><p>又</p><ol><li><p>甲</p></li></ol><ol><li><p>乙</p></li></ol>' +
          tasks(['做完', true], ['没做', false]) +
          '<ul><li><p>上</p><ul><li><p>下</p></li></ul></li></ul><blockquote><p>引</p></blockquote>' +
          `${tasks(['待办', false], ['已办', true])}<p>、</p>${tasks(['Done', true])}<p>、</p>${tasks(['Open', false])}` +
          '<ul><li><p>[1] 注</p></li></ul><pre><code class="language-python">x</code></pre>',
      )
    await end()
  })

  test('from WeChat and other pages keeps paragraphs and pictures, without the parts of the page', async () => {
    const { page, id, end } = await openWith('<p>x</p>')
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    const html =
      '<section><section style="text-align:center"><span>一</span><span>二</span></section><section><span>三</span></section>' +
      '<section><p><span leaf="">四</span></p><p><span leaf=""><br></span></p><br><h2><div>五</div></h2></section>' +
      '<section><img data-src="/uploads/late.png" src="data:image/svg+xml,x"></section>' +
      `<section><img data-src="${service.origin}/late.png" src="data:image/svg+xml,x"></section></section>` +
      '<article><header><h3>六</h3></header>七<div>八<br>九</div><button>Share</button>' +
      '<p><a href="https://example.com"><img src="/a.png" width="20"></a></p>' +
      '<figure><div><img src="/b.png"></div><figcaption>十</figcaption></figure></article>'
    await paste(page, { html, text: '一二' })
    await saved(page)
    await expect
      .poll(() => contentOf(id))
      .toBe(
        `<p>一二</p><p>三</p><p>四</p><h2>五</h2><figure><img src="${service.origin}/late.png" alt=""></figure><h3>六</h3><p>七</p><p>八<br>九</p>` +
          '<figure><a href="https://example.com"><img src="/a.png" alt="" width="20"></a></figure>' +
          '<figure><img src="/b.png" alt=""><figcaption>十</figcaption></figure>',
      )
    await end()
  })

  test('and dropping pictures uploads them; description and caption are edited in place', async () => {
    const { page, id, end } = await openWith('<p>Before</p>')
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await paste(page, { picture: true })
    await textOf(page).locator('figure.picture img').waitFor()
    await page.keyboard.type('After')
    await textOf(page).locator('figure.picture img').dispatchEvent('click')
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('A dot')
    await textOf(page).locator('figcaption').click()
    await page.keyboard.type('Very small')
    await page.evaluate(
      `(() => {
        const transfer = new DataTransfer()
        const bytes = Uint8Array.from(atob('${DOT.toString('base64')}'), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
        const target = document.querySelector('.ProseMirror p')
        const { left, top } = target.getBoundingClientRect()
        target.dispatchEvent(new DragEvent('drop', {
          dataTransfer: transfer, bubbles: true, cancelable: true, clientX: left + 2, clientY: top + 2,
        }))
      })()`,
    )
    await expect.poll(() => textOf(page).locator('figure.picture').count()).toBe(2)
    await saved(page)
    await expect.poll(async () => (await contentOf(id)).match(/\/uploads\//g)).toHaveLength(2)
    expect(await contentOf(id)).toMatch(
      /<p>Before<\/p>.*<img [^>]*alt="A dot"[^>]*><figcaption>Very small<\/figcaption><\/figure><p>After<\/p>$/,
    )
    expect(page.url()).toContain('/admin/articles/')
    await end()
  })
})

test('a new article with headings, lists and a table is written by keyboard alone', async () => {
  const { page, end } = await service.open('/articles/new', service.site.admin)
  await textOf(page).waitFor()
  await titleOf(page).fill('By keyboard')
  await page.keyboard.press('Enter')
  await gotFocus(textOf(page))
  await page.keyboard.type('## Heading')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/table')
  await page.getByRole('option', { name: 'Table', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await textOf(page).locator('table').waitFor()
  await page.keyboard.type('cell')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/articles\/\d+$/)
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  await expect
    .poll(() => contentOf(Number(page.url().split('/').at(-1))))
    .toMatch(/^<h2>Heading<\/h2><ul><li><p>one<\/p><\/li><li><p>two<\/p><\/li><\/ul><table>.*cell/s)
  await page.keyboard.press('Control+/')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await end()
})

test('the size of a table is chosen with the arrow keys, which Escape leaves', async () => {
  const { page, id, end } = await openWith('<p>Before</p>')
  await textOf(page).getByText('Before').click()
  await page.keyboard.press('End')
  const control = page.getByRole('button', { name: 'Table', exact: true })
  const size = (name: string) => page.getByRole('grid', { name: 'Table' }).getByRole('button', { name })
  await page.getByRole('button', { name: 'Full screen' }).click()
  await control.focus()
  await page.keyboard.press('Enter')
  await gotFocus(size('3 columns, 3 rows'))
  await page.keyboard.press('Escape')
  await page.getByRole('grid').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(control)).toBe(true)
  expect(await page.locator('.editor-full').count()).toBe(1)
  await page.keyboard.press('Enter')
  await gotFocus(size('3 columns, 3 rows'))
  await page.keyboard.press('ArrowRight')
  await gotFocus(size('4 columns, 3 rows'))
  await page.keyboard.press('ArrowUp')
  await gotFocus(size('4 columns, 2 rows'))
  await page.keyboard.press('Enter')
  await textOf(page).locator('table').waitFor()
  await gotFocus(textOf(page))
  await page.keyboard.type('First cell')
  await page.getByRole('button', { name: 'Full screen' }).click()
  await saved(page)
  const content = await contentOf(id)
  expect(content.match(/<th/g)).toHaveLength(4)
  expect(content.match(/<td/g)).toHaveLength(4)
  expect(content).toMatch(/<th[^>]*><p>First cell<\/p><\/th>/)
  await end()
})
