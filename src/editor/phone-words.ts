// The line over the canvas of a phone: amis writes its words into the code, in Chinese. The build has them asked for here instead.
const ENGLISH: Record<string, string> = { '尺寸:': 'Size:', 自适应: 'Fit', 自定义: 'Custom' }

export const phoneWord = (chinese: string): string => (document.documentElement.lang === 'zh-CN' ? chinese : (ENGLISH[chinese] ?? chinese))

const escaped = (text: string) => text.replace(/[\u0080-\uffff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)

/** The module of that line with its words in the language of the console; `from` is where this one is. */
export function withPhoneWords(code: string, from: string): string {
  let asked = code
  for (const chinese of Object.keys(ENGLISH))
    for (const written of new Set([`"${escaped(chinese)}"`, `'${chinese}'`])) asked = asked.replaceAll(written, `phoneWord('${chinese}')`)
  return `import { phoneWord } from ${JSON.stringify(from)}\n${asked}`
}
