import { chinese, english, type Vocabulary } from './vocabulary.ts'

/** A seeded random generator: the same seed gives the same text, so that measurements can be repeated. */
export type Chance = () => number

export function chanceFrom(seed: number): Chance {
  // mulberry32: small, fast, and random enough to shuffle words.
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<Item>(chance: Chance, items: readonly Item[]): Item {
  const item = items[Math.floor(chance() * items.length)]
  if (item === undefined) throw new RangeError('there is nothing to pick from')
  return item
}

export interface SampleText {
  readonly title: string
  readonly content: string
  readonly summary: string
  readonly topic: string
}

const CHINESE_SHARE = 0.5
const SUMMARY_LENGTH = 200

export function sampleText(chance: Chance): SampleText {
  const inChinese = chance() < CHINESE_SHARE
  const vocabulary = inChinese ? chinese : english
  const topic = pick(chance, vocabulary.topics)
  const sentence = () => (inChinese ? chineseSentence(chance, topic) : englishSentence(chance, topic))
  const paragraphs = Array.from({ length: 2 + Math.floor(chance() * 4) }, () =>
    Array.from({ length: 2 + Math.floor(chance() * 4) }, sentence).join(inChinese ? '' : ' '),
  )
  const text = paragraphs.join(inChinese ? '' : ' ')
  return {
    topic,
    title: titleOf(chance, vocabulary, topic, inChinese),
    content: [`<h2>${topic}</h2>`, ...paragraphs.map((paragraph) => `<p>${paragraph}</p>`)].join('\n'),
    summary: [...text].slice(0, SUMMARY_LENGTH).join(''),
  }
}

function titleOf(
  chance: Chance,
  { subjects, objects }: Vocabulary,
  topic: string,
  inChinese: boolean,
): string {
  if (inChinese) return `${topic}：${pick(chance, subjects)}与${pick(chance, objects)}`
  return capital(`${topic}: ${pick(chance, subjects)} and ${pick(chance, objects)}`)
}

function englishSentence(chance: Chance, topic: string): string {
  const { subjects, verbs, objects, places, adverbs } = english
  const core = `${pick(chance, subjects)} ${pick(chance, verbs)} ${pick(chance, objects)} ${pick(chance, places)}`
  const told = chance() < 0.3 ? `${core} for those who love ${topic}` : `${core} ${pick(chance, adverbs)}`
  return `${capital(told)}.`
}

function chineseSentence(chance: Chance, topic: string): string {
  const { subjects, verbs, objects, places, adverbs } = chinese
  const core = `${pick(chance, subjects)}${pick(chance, places)}${pick(chance, adverbs)}${pick(chance, verbs)}${pick(chance, objects)}`
  return chance() < 0.3 ? `${core}，${topic}爱好者为之惊叹。` : `${core}。`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
