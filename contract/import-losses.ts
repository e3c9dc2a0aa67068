import { importLossTexts } from './import-loss-texts.ts'

const COUNTED = /^(.*) \((\d+)\)$/s
const forms = importLossTexts.map(([en, zh]) => ({ form: expressionOf(en), zh }))

/** The text of a loss in Chinese. Reports are stored and returned in English; a text that is not known stays as it is. */
export function lossInChinese(what: string): string {
  const known = forms.find(({ form }) => form.test(what))
  if (known) {
    const parts = known.form.exec(what)?.groups ?? {}
    return known.zh.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'why' ? lossInChinese(parts[name] ?? '') : (parts[name] ?? ''),
    )
  }
  const counted = COUNTED.exec(what)
  const [, text = '', count = ''] = counted ?? []
  return counted ? `${lossInChinese(text)}（${count}）` : what
}

function expressionOf(en: string): RegExp {
  const literal = en.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  const slots = literal.replaceAll('{n}', '(?<n>\\d+)').replace(/\{(\w+)\}/g, '(?<$1>.+?)')
  return new RegExp(`^${slots}$`, 's')
}
