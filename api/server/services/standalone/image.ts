// An app as one file for Docker or Podman: the system, the engine and the application as layers, told both as an OCI image and in the words of
// `docker save`, so that every `docker load` and `podman load` takes it. docs/decisions/standalone-image.md
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Core } from '../../core.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import { sizeOfTar, tarOf, type TarEntry } from '../foundation/archives/tar.ts'
import type { Progress } from '../foundation/progress.ts'
import { hashOfFile } from '../packages/index.ts'
import type { Asker } from '../data/index.ts'
import type { createReleases } from '../release/index.ts'
import type { createApplications } from './application.ts'
import type { createEngine, Packed } from './engine.ts'
import { ACCOUNT, MACHINES } from './system.ts'
import { temporaryFolder } from '../../temporary.ts'

const PORT = 8080
/** Where nobody looks for an image on the network. */
const NOWHERE = 'localhost'
const OCI = 'application/vnd.oci.image'

/** A part of an image's name: lower case, and parted by one character at a time. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'app'

/** The name of an image without its registry. */
export const imageName = (company: string, app: string, version: string): string =>
  `${plain(company)}/${plain(app)}:${version.replace(/[^\w.-]/g, '-').slice(0, 128)}`

const json = (value: unknown) => JSON.stringify(value)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const blob = (hash: string) => `blobs/sha256/${hash}`

interface Described {
  name: string
  title: string
  version: string
  file: string
  layers: Packed[]
}
const STEPS = ['node, its libraries and an account without rights', 'tessera engine', 'application']

/** The entries of the file: layers first, so that what unpacks in order has them when it reads what they are. */
export function entriesOfImage({ name, title, version, file, layers }: Described): TarEntry[] {
  const machine = MACHINES[process.arch]
  const config = json({
    ...machine,
    os: 'linux',
    config: {
      User: `${ACCOUNT}:${ACCOUNT}`,
      ExposedPorts: { [`${PORT}/tcp`]: {} },
      Env: ['PATH=/usr/local/bin:/bin', 'NODE_ENV=production', 'HOST=0.0.0.0', `PORT=${PORT}`, 'TESSERA_DATA=/data', `APP_FILE=/tessera/app/${file}`],
      Entrypoint: ['/usr/local/bin/node', 'start.mjs'],
      Volumes: { '/data': {} },
      WorkingDir: '/tessera',
      Labels: { 'org.opencontainers.image.title': title, 'org.opencontainers.image.version': version },
      StopSignal: 'SIGTERM',
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ content }) => `sha256:${content}`) },
    history: STEPS.map(step => ({ created_by: step })),
  })
  const described = layers.map(layer => ({
    mediaType: `${OCI}.layer.v1.tar${layer.sha256 === layer.content ? '' : '+gzip'}`,
    digest: `sha256:${layer.sha256}`,
    size: layer.size,
  }))
  const manifest = json({
    schemaVersion: 2,
    mediaType: `${OCI}.manifest.v1+json`,
    config: { mediaType: `${OCI}.config.v1+json`, digest: `sha256:${sha256(config)}`, size: Buffer.byteLength(config) },
    layers: described,
  })
  const index = json({
    schemaVersion: 2,
    mediaType: `${OCI}.index.v1+json`,
    manifests: [
      {
        mediaType: `${OCI}.manifest.v1+json`,
        digest: `sha256:${sha256(manifest)}`,
        size: Buffer.byteLength(manifest),
        platform: { ...machine, os: 'linux' },
        annotations: { 'io.containerd.image.name': name, 'org.opencontainers.image.ref.name': name.slice(name.lastIndexOf(':') + 1) },
      },
    ],
  })
  const docker = json([{ Config: blob(sha256(config)), RepoTags: [name], Layers: layers.map(layer => blob(layer.sha256)) }])
  const text = (path: string, content: string): TarEntry => ({ kind: 'text', name: path, text: content, mode: 0o644 })
  return [
    { kind: 'folder', name: 'blobs', mode: 0o755 },
    { kind: 'folder', name: 'blobs/sha256', mode: 0o755 },
    ...layers.map((layer): TarEntry => ({ kind: 'file', name: blob(layer.sha256), path: layer.path, size: layer.size, mode: 0o644 })),
    text(blob(sha256(config)), config),
    text(blob(sha256(manifest)), manifest),
    text('index.json', index),
    text('manifest.json', docker),
    text('oci-layout', json({ imageLayoutVersion: '1.0.0' })),
  ]
}

interface Parts {
  applications: ReturnType<typeof createApplications>
  engine: ReturnType<typeof createEngine>
  releases: Pick<ReturnType<typeof createReleases>, 'nextVersion'>
}

export function createImages({ config }: Pick<Core, 'config'>, { applications, engine, releases }: Parts) {
  const nameOf = (company: string, app: string, version: string) => `${config.imageRegistry || NOWHERE}/${imageName(company, app, version)}`
  const fileOf = (app: string, version: string) => `${app}-${version}.image.tar`

  return {
    /** How an image of dev or a version is called, and what runs it. */
    async describe(company: CompanyInScope, app: AppInScope, from: string) {
      const version = from === 'dev' ? await releases.nextVersion({ companyId: company.id, appId: app.id }) : from
      const image = nameOf(company.key, app.key, version)
      const file = fileOf(app.key, version)
      const compose = `services:
  app:
    image: ${image}
    init: true
    restart: unless-stopped
    stop_grace_period: 30s
    ports:
      - "8080:${PORT}"
    environment:
      ADMIN_EMAIL: \${ADMIN_EMAIL:-}
      ADMIN_PASSWORD: \${ADMIN_PASSWORD:-}
      PUBLIC_URL: \${PUBLIC_URL:-}
      DATABASE_URL: \${DATABASE_URL:-}
    volumes:
      - data:/data
    healthcheck:
      test: ["CMD", "node", "-e", "fetch('http://127.0.0.1:${PORT}/readyz').then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
      interval: 30s
      start_period: 2m
volumes:
  data:
`
      const run = 'ADMIN_EMAIL=you@example.com ADMIN_PASSWORD=… docker compose up -d'
      const commands = [`docker load -i ${file}`, ...(config.imageRegistry ? [`docker push ${image}`] : []), run].join('\n')
      return { image, file, address: config.imageRegistry ? image : '', compose, commands }
    },

    /** The file; it goes when the stream ends or breaks. */
    async write(
      company: CompanyInScope,
      app: AppInScope,
      from: string,
      rowsFor?: Asker,
      progress?: Progress,
    ): Promise<{ name: string; size: number; stream: Readable }> {
      const layers = await engine.layers(progress)
      const { name: file, version, size, stream } = await applications.write(company, app, from, rowsFor, progress)
      const folder = await temporaryFolder('image')
      try {
        const zip = join(folder, 'application.zip')
        await pipeline(stream, createWriteStream(zip, { mode: 0o600 }))
        const path = join(folder, 'layer.tar')
        const inside: TarEntry[] = [{ kind: 'file', name: `tessera/app/${file}`, path: zip, size, mode: 0o644 }]
        await pipeline(tarOf(inside), createWriteStream(path, { mode: 0o600 }))
        const content = await hashOfFile(path)
        const application = { path, size: sizeOfTar(inside), sha256: content, content }
        const name = nameOf(company.key, app.key, version)
        const entries = entriesOfImage({ name, title: app.name, version, file, layers: [...layers, application] })
        const image = tarOf(entries)
        image.once('close', () => void rm(folder, { recursive: true, force: true }))
        return { name: fileOf(app.key, version), size: sizeOfTar(entries), stream: image }
      } catch (error) {
        stream.destroy()
        await rm(folder, { recursive: true, force: true })
        throw error
      }
    },
  }
}
