// A file that is brought into the editor of a theme: which kind it is, the theme that it makes, and what is wrong with it, each at its place in the file.
import { fromAmisFile, isAmisFile } from './amis-file.ts'
import { checkTheme, type ThemeProblem } from './check.ts'
import type { ThemeDocument } from './document.ts'
import { cssOfRegistry, isCss, isRegistry, tokensInCss } from './css-tokens.ts'
import { isFigma, tokensInFigma, tokensInFile, withTokens, type Taken } from './foreign-tokens.ts'
import { hasOlderTokens, inFormat } from './older-tokens.ts'
import { isAntd, isResolver, isVariables2Json, tokensInAntd, tokensInVariables2Json, treeOfResolver, type Read } from './other-files.ts'
import { checkShape } from './shape.ts'
import { fromOwnFile, isOwnFile, type Node, type Tell } from './token-file.ts'

export const MAX_FILE = 5_000_000
export type FileKind = 'tokens' | 'document' | 'amis' | 'figma' | 'other-tokens' | 'variables2json' | 'css' | 'antd' | 'resolver'
/** Kinds that hold the tokens of another system. */
const FOREIGN: readonly FileKind[] = ['figma', 'other-tokens', 'variables2json', 'css', 'antd', 'resolver']
export interface ReadFile {
  kind?: FileKind
  /** Only where nothing is wrong. */
  document?: ThemeDocument
  problems: ThemeProblem[]
  /** Tokens of another tool, and what they are here. */
  taken: Taken[]
  /** What has no place here. */
  left: string[]
  /** It has values for light and for dark: those are taken that the theme is, the others left aside. */
  both?: boolean
}
const MOST_TOLD = 50
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const refused = (english: string, values?: ThemeProblem['values']): ReadFile => ({
  problems: [{ path: '', english, ...(values && { values }) }],
  taken: [],
  left: [],
})

function parsed(text: string): unknown {
  // Editors of other systems put a mark in front.
  return JSON.parse(text.replace(/^\uFEFF/, ''))
}
/** Where a parser stopped, as line and column. */
function placeOf(text: string, message: string): { line: number; column: number } | undefined {
  const position = /position (\d+)/.exec(message)?.[1]
  if (position === undefined) return undefined
  const before = text.slice(0, Number(position)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const isDocument = (file: unknown) => isNode(file) && isNode(file.global) && isNode(file.global.colors) && Array.isArray(file.global.colors.functional)
const hasToken = (node: Node, depth = 0): boolean =>
  depth < 8 && ('$value' in node || Object.values(node).some(inside => isNode(inside) && hasToken(inside, depth + 1)))

/** `now`: the theme that tokens of another tool are put into. Its name stays where a file brings none of its own. `others`: texts of files beside it, by name. */
export function readThemeFile(text: string, now: ThemeDocument, others: Readonly<Record<string, string>> = {}): ReadFile {
  if (text.length > MAX_FILE) return refused('The file is larger than {limit} MB', { limit: MAX_FILE / 1e6 })
  const css = isCss(text)
  let file: unknown
  try {
    file = css ? undefined : parsed(text)
  } catch (error) {
    const place = placeOf(text, (error as Error).message)
    return place ? refused('This is no JSON: line {line}, column {column}', { ...place }) : refused('This is no JSON')
  }
  const problems: ThemeProblem[] = []
  const tell: Tell = (path, english, values) => {
    if (!problems.some(one => one.path === path && one.english === english)) problems.push({ path, english, ...(values && { values }) })
  }
  const { isDark } = now.config
  const put = (kind: FileKind, { tokens, unknown, both }: Read): Omit<ReadFile, 'problems'> => {
    const { left, ...into } = withTokens(now, tokens)
    return { kind, ...into, left: [...left, ...unknown], ...(both && { both }) }
  }
  const made = ((): Omit<ReadFile, 'problems'> | undefined => {
    if (css) return put('css', tokensInCss(text, isDark, tell))
    if (isOwnFile(file)) return { kind: 'tokens', document: fromOwnFile(file, tell), taken: [], left: [] }
    if (isAmisFile(file)) return { kind: 'amis', taken: [], ...fromAmisFile(file, tell) }
    if (isDocument(file)) return { kind: 'document', document: file as ThemeDocument, taken: [], left: [] }
    if (isRegistry(file)) return put('css', tokensInCss(cssOfRegistry(file), isDark, tell))
    if (isFigma(file)) return { kind: 'figma', ...withTokens(now, tokensInFigma(file, isDark, tell)) }
    if (isVariables2Json(file)) return put('variables2json', tokensInVariables2Json(file, isDark, tell))
    if (isResolver(file)) {
      const { tree, both } = treeOfResolver(file, others, isDark, tell)
      return put('resolver', { ...tokensInFile(inFormat(tree, isDark), tell), both })
    }
    if (isNode(file) && (hasToken(file) || hasOlderTokens(file))) return put('other-tokens', { ...tokensInFile(inFormat(file, isDark), tell), both: false })
    if (isAntd(file)) return put('antd', tokensInAntd(file))
    return undefined
  })()
  if (!made) return refused('This is no theme that is known here: no Design Tokens, theme of amis or of antd, variables of Figma or CSS with variables')
  const { kind, document, ...rest } = made
  if (problems.length) return { ...rest, ...(kind && { kind }), problems: problems.slice(0, MOST_TOLD) }
  const wrong = checkShape(document)
  const all = wrong.length ? wrong : checkTheme(document as ThemeDocument)
  if (all.length) return { ...rest, ...(kind && { kind }), problems: all.slice(0, MOST_TOLD) }
  if (kind && FOREIGN.includes(kind) && !rest.taken.length)
    return {
      ...rest,
      kind,
      problems: [{ path: '', english: 'No token in it is known here: colours are found by names like brand, primary, error or success' }],
    }
  return { ...rest, ...(kind && { kind }), ...(document && { document }), problems: [] }
}
