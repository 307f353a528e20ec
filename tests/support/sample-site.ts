// The files of sample-site/, as an import would send them.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { craftZip } from './zip.ts'

export const sampleFolder = fileURLToPath(new URL('./sample-site', import.meta.url))

export const jsonFilesOf = (folder: string) =>
  readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => ({ field: 'file', name, content: readFileSync(`${folder}/${name}`) }))

export const sampleFiles = () => jsonFilesOf(sampleFolder)

/** The sample as a zip that holds a folder, as source hosts make them. */
export const sampleZip = () =>
  craftZip([
    { name: 'sample-main/' },
    ...sampleFiles().map(({ name, content }) => ({ name: `sample-main/pages/${name}`, content })),
    { name: 'sample-main/package.json', content: '{}' },
  ])
