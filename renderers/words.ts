// Texts of our renderers: the English is the key; the shell hands the dictionary's reader in by env.

export type Say = (english: string, values?: Record<string, string | number>) => string

const fill: Say = (english, values = {}) =>
  english.replace(/\|[a-z-]+$/, '').replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))

/** Looks texts up in the reader's language; `{name}` places are filled from the values. */
export const sayer = (env: unknown): Say => (env as { t?: Say } | undefined)?.t ?? fill
