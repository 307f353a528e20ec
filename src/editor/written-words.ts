// Some parts of amis write their words into the code, in Chinese. The build has them asked for here instead.
const ENGLISH: Record<string, string> = {
  // The line over the canvas of a phone.
  '尺寸:': 'Size:',
  自适应: 'Fit',
  自定义: 'Custom',
  // Looks of a block.
  外边距: 'Outside',
  内边距: 'Inside',
  边框样式: 'Line',
  边框粗细: 'Width',
  边框颜色: 'Colour',
  字体大小: 'Size',
  字体字重: 'Weight',
  字体行高: 'Line height',
  字体颜色: 'Colour',
  图片: 'Image',
  渐变: 'Gradient',
}

export const writtenWord = (chinese: string): string => (document.documentElement.lang === 'zh-CN' ? chinese : (ENGLISH[chinese] ?? chinese))

const escaped = (text: string) => text.replace(/[\u0080-\uffff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)

/** Modules of amis with such words. */
export const WRITTEN = /amis-ui\/esm\/components\/MobileDevTool\.js$|amis-theme-editor-helper\/esm\/renderers\/(Border|Font|PaddingAndMargin|ColorPicker)\.js$/

/** Such a module with its words in the language of the console; `from` is where this one is. */
export function withWrittenWords(code: string, from: string): string {
  let asked = code
  for (const chinese of Object.keys(ENGLISH))
    for (const written of new Set([`"${escaped(chinese)}"`, `"${chinese}"`, `'${chinese}'`]))
      asked = asked.replaceAll(new RegExp(`${written.replaceAll('\\', '\\\\')}(?!\\s*:)`, 'gi'), `writtenWord('${chinese}')`)
  return `import { writtenWord } from ${JSON.stringify(from)}\n${asked}`
}
