// The way past the picture for whoever cannot see it: a short question in words, read aloud by a screen reader.
import { randomInt } from 'node:crypto'
import { say, type Locale } from '../../../messages.ts'

const NUMBERS: Record<Locale, string[]> = {
  'en-US': 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  ),
  'zh-CN': '零 一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十'.split(' '),
}
const THINGS: Record<Locale, string[]> = {
  'en-US':
    'river chair cloud apple window garden bridge candle mirror pencil station carpet button forest kettle ladder market needle orange pillow rocket saddle teapot violin'.split(
      ' ',
    ),
  'zh-CN': '河流 椅子 云朵 苹果 窗户 花园 大桥 蜡烛 镜子 铅笔 车站 地毯 纽扣 森林 水壶 梯子 市场 钢针 橙子 枕头 火箭 马鞍 茶壶 提琴'.split(' '),
}

const pick = <T>(list: readonly T[], count: number): T[] => {
  const left = [...list]
  return Array.from({ length: count }, () => left.splice(randomInt(left.length), 1)[0] as T)
}

/** An answer as it is compared: no blanks, no case, number words as digits. */
export function normalised(answer: string): string {
  const plain = answer.replace(/\s+/g, '').toUpperCase()
  for (const words of Object.values(NUMBERS)) {
    const value = words.findIndex(word => word.toUpperCase() === plain)
    if (value >= 0) return String(value)
  }
  return plain
}

function sum(locale: Locale): { text: string; answer: string } {
  const [a, b] = [randomInt(2, 11), randomInt(2, 11)]
  const words = NUMBERS[locale]
  return { text: say(locale, 'What is {a} plus {b}?', { a: words[a] ?? a, b: words[b] ?? b }), answer: String(a + b) }
}

function largest(locale: Locale): { text: string; answer: string } {
  const values = pick(
    NUMBERS[locale].map((_, value) => value),
    4,
  )
  const list = values.map(value => NUMBERS[locale][value]).join(locale === 'zh-CN' ? '、' : ', ')
  return { text: say(locale, 'Which of these numbers is the largest: {list}?', { list }), answer: String(Math.max(...values)) }
}

function place(locale: Locale): { text: string; answer: string } {
  const words = pick(THINGS[locale], 5)
  const at = randomInt(words.length)
  const list = words.join(locale === 'zh-CN' ? '、' : ', ')
  return { text: say(locale, 'Which word is number {n} in this list: {list}?', { n: NUMBERS[locale][at + 1] ?? at + 1, list }), answer: words[at] ?? '' }
}

/** A question and its answer, in the reader's language. */
export function makeQuestion(locale: Locale): { text: string; answer: string } {
  const make = [sum, largest, place][randomInt(3)] as typeof sum
  return make(locale)
}
