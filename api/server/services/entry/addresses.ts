// Where an entry of an app leads.

/** Entries of a phone are shown in one: the mobile preview takes addresses of this site. */
export const entryAddress = (entry: { key: string; type: number }, base: string, tag: string, origin: string) =>
  entry.type === 1 || entry.type === 4
    ? `${base}/${entry.key}`
    : `/preview/mobile?preview_link=${encodeURIComponent(`${origin}${base}/${entry.key}?agent=mobile&env=${tag}`)}`
