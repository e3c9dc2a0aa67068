/** A small bilingual magazine about paper, ink and letters, for `inkstone seed --demo` and `npm run demo`. */

export const SETTINGS = {
  public_read: 1,
  site_name: '砚边 Inkstone',
  site_description: '关于纸、墨与文字的小杂志。A small magazine about paper, ink and letters.',
  site_look: 'magazine',
} as const

export const CATEGORIES = [
  { alias: 'craft', name: '手艺', description: '研墨、裁纸、装订：慢慢做的事。' },
  { alias: 'reading', name: '阅读', description: '读过的书，和读书的地方。' },
  { alias: 'english', name: 'In English', description: 'Notes on type, letters and the space between them.' },
] as const

export const TAGS = ['墨', '纸', 'Type', 'Letters'] as const

export const PAGE = {
  title: '关于 About',
  alias: 'about',
  show_in_nav: 1,
  allow_comment: 1,
  content:
    '<p>《砚边》是一本示例杂志：文字是为它写的，图片由程序画成。想看看后台，请打开 <a href="/admin">/admin</a>。</p>' +
    '<p lang="en">Inkstone is a sample magazine: its texts were written for it, and its pictures were drawn by a program. ' +
    'Change anything you like; nothing here is precious.</p>',
} as const

interface Story {
  readonly category: (typeof CATEGORIES)[number]['alias']
  readonly alias: string
  readonly title: string
  readonly tag: (typeof TAGS)[number]
  readonly cover: boolean
  /** `{picture}` is replaced by an image drawn for the text. */
  readonly content: string
}

export const STORIES: readonly Story[] = [
  {
    category: 'craft',
    alias: 'grinding-ink',
    title: '研墨的十分钟',
    tag: '墨',
    cover: true,
    content:
      '<p>清晨研墨，水要少，手要轻。墨锭贴着砚面画圈，一圈、两圈，到第五十圈时水开始发亮，到第一百圈时才有了颜色。十分钟里什么也做不了，只能听那一点沙沙的声音。</p>' +
      '<h2>水与时间</h2><p>老师傅说，急的人研出来的墨是灰的。起初我不信，后来拿两方砚台试过：一方用力快磨，一方慢慢来，写在同一张纸上，等它干透，果然一边发灰，一边沉下去，像夜里的水面。</p>' +
      '<p>{picture}</p>' +
      '<blockquote><p>非人磨墨墨磨人。</p></blockquote>' +
      '<p>现在瓶装墨汁很方便，我也常用。但要写一封重要的信时，还是会先坐下来，把这十分钟用掉。</p>' +
      '<h2>三种墨，一张表</h2><table><thead><tr><th>墨</th><th>烟料</th><th>墨色</th></tr></thead><tbody>' +
      '<tr><td>松烟</td><td>松枝</td><td>偏青，不发亮</td></tr><tr><td>油烟</td><td>桐油</td><td>偏暖，有光</td></tr><tr><td>漆烟</td><td>生漆</td><td>黑而厚</td></tr></tbody></table>',
  },
  {
    category: 'english',
    alias: 'the-measure',
    title: 'The measure of a line',
    tag: 'Type',
    cover: true,
    content:
      '<p>Typography begins with a small decision about space: how far apart two lines should stand, and how long a line may be before the eye loses its way back. Nobody notices when the decision is right.</p>' +
      '<h2>Sixty to seventy characters</h2><p>That is the comfortable length of a line of Latin text. Chinese, 中文, wants fewer characters and a little more air between the lines, because every sign fills its square. When both stand in one paragraph, the line height has to serve the taller of the two.</p>' +
      '<pre><code class="language-css">.content {\n  /* one measure for both scripts */\n  max-width: 40rem;\n  line-height: 1.75;\n}\n.content:lang(zh) {\n  line-height: 1.9;\n}</code></pre>' +
      '<p>Everything else follows from reading the page aloud, once, slowly. Where the voice stumbles, the setting is usually at fault.</p>' +
      '<ul><li>Set the text first, the headings last.</li><li>Print it. Screens forgive too much.</li><li>Then take one more line out.</li></ul>',
  },
  {
    category: 'reading',
    alias: 'by-the-window',
    title: '窗边读书记',
    tag: '纸',
    cover: true,
    content:
      '<p>家里最好的座位在北窗下面。光线一整天都差不多，不会晒到书脊，也不会在纸上留下影子。冬天冷一些，就把毯子盖在腿上。</p>' +
      '<p>这个月读完三本：一本讲活字，一本讲河流，还有一本是朋友的诗集，薄薄的，装在信封里寄来，扉页上有她用 0.3 mm 的笔写的日期。</p>' +
      '<h2>在书上写字</h2><p>从前舍不得在书上写字，后来发现，隔几年再翻开，最先看的总是当年写在旁边的那一行。于是现在随手带一支铅笔，用力很轻，想擦的时候也擦得掉。</p>' +
      '<p>窗外的树又长高了，快要挡住对面的屋顶。</p>',
  },
  {
    category: 'english',
    alias: 'letters-home',
    title: 'Letters home',
    tag: 'Letters',
    cover: false,
    content:
      '<p>My grandmother kept every letter she received in a biscuit tin, sorted not by date but by the weight of the paper. The thin blue ones from overseas lay on top; the heavy ones, from people who wanted something, went to the bottom.</p>' +
      '<p>I have the tin now. The ink of the blue letters has gone brown and the folds are soft as cloth, and still they can be read without effort. I doubt that I could say the same, in sixty years, of anything I have written this week.</p>' +
      '<blockquote><p>Write when you can. Say what the weather is like. The rest I shall guess.</p></blockquote>' +
      '<p>So I write when I can. Today it rained until noon, and then it did not.</p>',
  },
  {
    category: 'craft',
    alias: 'paper-edges',
    title: '纸的边缘',
    tag: '纸',
    cover: true,
    content:
      '<p>手工纸有四条毛边，是抄纸时纸浆漫到帘子外面留下的。裁掉它，纸就变得和别的纸一样整齐；留着它，每一张都记得自己是怎么来的。</p>' +
      '<h2>裁，还是不裁</h2><p>做本子的时候这是个问题。毛边翻起来不顺手，也容易脏。我的办法是只裁三面，留下外侧的那一条，合上书时能看到一道柔软的线。</p>' +
      '<ol><li>先把纸理齐，用重物压一夜。</li><li>刀要新，一次裁到底。</li><li>裁下来的纸条不要扔，可以做书签。</li></ol>' +
      '<p>边缘是一张纸和世界相接的地方，值得多看一眼。</p>',
  },
  {
    category: 'english',
    alias: 'mixed-scripts',
    title: 'Setting two scripts together: 中西混排',
    tag: 'Type',
    cover: true,
    content:
      '<p>Put a Latin word into a line of Chinese and something small goes wrong at both of its ends. The full-width characters keep their distance from each other; the word does not know the rule and presses against its neighbours.</p>' +
      '<p lang="zh">比如这一行里的 typography 一词，前后各要一点空隙，大约四分之一个汉字宽。太宽显得断开，太窄又粘在一起。</p>' +
      '<p>Browsers have begun to add that space by themselves. Until all of them do, a careful writer still types it, and a careful reader still sees who did.</p>' +
      "<h2>A test page</h2><pre><code class=\"language-js\">const sample = ['永 A 国 g', '2026 年 3 月', '“quotes” 与「引号」']\nfor (const line of sample) console.log(line.normalize('NFC'))</code></pre>" +
      '<p>Print these three lines in every pair of faces that you consider. Most pairs fail at the second.</p>',
  },
  {
    category: 'reading',
    alias: 'night-notes',
    title: '夜里的笔记',
    tag: '墨',
    cover: false,
    content:
      '<p>十一点以后写下的句子，第二天早上有一半要划掉。但剩下的那一半，白天是写不出来的。</p>' +
      '<p>所以我在床边放了一个便宜的本子，纸很薄，写什么都不心疼。早上喝茶的时候翻一遍，把还站得住的抄到另一个本子上，日期也一起抄过去。</p>' +
      '<p>一年下来，薄本子用掉七个，厚本子只写了十九页。</p>',
  },
  {
    category: 'craft',
    alias: 'binding',
    title: '一根线，一本书',
    tag: '纸',
    cover: true,
    content:
      '<p>线装书只用一根线。从书背的第二个孔穿进去，绕一圈，再走到下一个孔，最后回到起点，打一个结，藏在书脊里。全程没有胶水，拆开时也不会伤到纸。</p>' +
      '<p>{picture}</p>' +
      '<h2>四针眼法</h2><p>孔距要量准：上下两孔离边一寸，中间两孔把余下的长度三等分。线用三股的丝线，过一遍蜡，拉紧时会有轻轻的一声。</p>' +
      '<p>做完第一本花了三个小时，第二本两个小时。到第十本时，手比脑子记得清楚。</p>',
  },
]

export const COMMENT = {
  on: 'grinding-ink',
  nickname: '小满',
  email: 'xiaoman@example.com',
  content: '读完去翻出了爷爷留下的那方砚台，原来砚池里还有一点干了的墨。谢谢这篇文章。',
  answer: '加一点清水，慢慢来，它还能用。谢谢您的来信！',
} as const

const WIDTH = 1600
const HEIGHT = 900
const GOLDEN_ANGLE = 137.5

/** An SVG landscape in shades of one colour. */
export function landscape(number: number): string {
  const hue = Math.round((number * GOLDEN_ANGLE + 24) % 360)
  const hills = [0, 1, 2, 3].map((row) => {
    const top = 440 + row * 115
    const at = (x: number) =>
      top -
      80 * Math.sin(x / (190 + row * 45) + number * 1.7 + row) -
      24 * Math.sin(x / (61 + row * 13) + number)
    const line = Array.from({ length: 65 }, (_, step) => `L${step * 25} ${at(step * 25).toFixed(1)}`).join('')
    return `<path d="M0 ${HEIGHT}${line}L${WIDTH} ${HEIGHT}z" fill="hsl(${hue} ${16 + row * 6}% ${76 - row * 16}%)"/>`
  })
  const sun = { x: 280 + ((number * 367) % 1040), radius: 58 + ((number * 23) % 40) }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 34% 88%)"/><stop offset="1" stop-color="hsl(${(hue + 20) % 360} 40% 96%)"/></linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="${sun.x}" cy="250" r="${sun.radius}" fill="hsl(${(hue + 335) % 360} 58% 66%)"/>${hills.join('')}</svg>`
}
