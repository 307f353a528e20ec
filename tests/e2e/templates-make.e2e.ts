// Makes the templates of the gallery with the product itself, from scripts/templates: UPDATE_TEMPLATES=1 npm run e2e templates-make. Without that nothing is
// written, so that a test run leaves no change behind.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decryptFile } from '../../api/server/services/foundation/archives/encryption.ts'
import { crm } from '../../scripts/templates/crm.ts'
import type { Locale, ModelDesign, TemplateDesign, Two } from '../../scripts/templates/design.ts'
import { helpdesk } from '../../scripts/templates/helpdesk.ts'
import { leave } from '../../scripts/templates/leave.ts'
import { stock } from '../../scripts/templates/stock.ts'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../api/templates')
const PASSWORD = 'Made-1-here'
const LOCALES = ['en-US', 'zh-CN'] as const
const all: TemplateDesign[] = [crm, leave, stock, helpdesk]

if (process.env.UPDATE_TEMPLATES) {
  story('templates-make')
  journey(
    'the templates of the gallery',
    async ({ page, context, server }) => {
      const { company } = await prepare(context)
      const session = await (await context.request.get(`${server.url}/api/session`)).json()
      const headers = { 'x-csrf-token': session.data.csrfToken as string }
      const ask = async (method: string, path: string, data?: object) => {
        const reply = await (await context.request.fetch(`${server.url}/api${path}`, { method, headers, ...(data && { data }) })).json()
        if (reply.status) throw new Error(`${path}: ${JSON.stringify(reply)}`)
        return reply.data
      }
      await page.setViewportSize({ width: 1280, height: 720 })
      for (const design of all)
        for (const locale of LOCALES) {
          const say = ([english, chinese]: Two) => (locale === 'zh-CN' ? chinese : english)
          const folder = join(FOLDER, design.id, locale)
          mkdirSync(folder, { recursive: true })
          await context.addCookies([{ name: 'tessera_locale', value: locale, url: server.url }])
          const key = `${design.key}_${locale === 'zh-CN' ? 'zh' : 'en'}`
          await ask('POST', `/company/${company}/app`, { name: say(design.title), key, type: 1, description: say(design.description) })
          const app = `/company/${company}/app/${key}-dev`
          const { options } = await ask('GET', `${app}/source`)
          const source = options[0].id as string
          const modelIds = new Map<string, string>()
          for (const model of design.models)
            modelIds.set(model.key, (await ask('POST', `${app}/source/${source}/model`, { key: model.key, name: say(model.name) })).id)
          for (const model of design.models)
            for (const { choices, to, name, ...field } of model.fields)
              await ask('POST', `${app}/model/${modelIds.get(model.key)}/field`, {
                ...field,
                name: say(name),
                ...(choices && { options: choices.map(([value, words]) => ({ value, label: say(words) })) }),
                ...(to && { relation: { modelId: modelIds.get(to) } }),
              })
          const { hash } = await ask('POST', `${app}/source/${source}/plan`, {})
          await ask('POST', `${app}/source/${source}/apply`, { hash })
          const rowIds = new Map<string, string[]>()
          for (const model of design.models) {
            const ids: string[] = []
            for (const row of model.rows)
              ids.push((await ask('POST', `/resource/${company}/${key}-dev/source/main/model/${model.key}`, valuesOf(model, row, locale, rowIds))).id)
            rowIds.set(model.key, ids)
          }
          // Whoever may open the app works with its data.
          const roles = await ask('GET', `${app}/role`)
          const everybody = (roles.items as { id: string; isEverybody: boolean }[]).find(role => role.isEverybody)
          const { ownerOption: _, ...form } = await ask('GET', `${app}/acl/form`)
          if (everybody) {
            const rows = ['createRows', 'editRows', 'deleteRows', 'importRows', 'exportRows'].map(option => [option, [...form.modelAcl[option], everybody.id]])
            await ask('POST', `${app}/acl/form`, { ...form, modelAcl: { ...form.modelAcl, ...Object.fromEntries(rows) } })
          }
          for (const { name, path, icon, schema } of design.pages)
            await ask('POST', `${app}/page`, {
              name: say(name),
              path,
              icon,
              kind: 'page',
              schema: schema(say, wanted => design.models.find(model => model.key === wanted) as ModelDesign),
            })
          const scratch = mkdtempSync(join(tmpdir(), 'templates-'))
          for (const [name, exportWithData] of [
            ['with-data', true],
            ['without-data', false],
          ] as const) {
            const reply = await context.request.post(`${server.url}/api${app}/release/export`, { headers, data: { password: PASSWORD, exportWithData } })
            if (!String(reply.headers()['content-disposition']).includes('.amis')) throw new Error(await reply.text())
            writeFileSync(join(scratch, name), await reply.body())
            await decryptFile(join(scratch, name), join(folder, `${name}.amis`), PASSWORD)
          }
          rmSync(scratch, { recursive: true })
          await ask('POST', `${app}/release`, { title: say(design.title), version: '1.0.0', tag: 'sandbox', from: 'dev', mode: 1 })
          const pictures = ['cover.png', ...design.pages.slice(1).map((_, at) => `preview-${at + 1}.png`)]
          for (const [at, picture] of pictures.entries()) {
            await page.goto(`${server.url}/company/${company}/app/${key}-dev${design.pages[at]?.path}`)
            await page.locator('table tbody tr').first().waitFor()
            await page.waitForLoadState('networkidle')
            await page.locator('.cxd-Spinner').first().waitFor({ state: 'hidden' })
            await page.waitForFunction(() => !document.querySelector('.cxd-Spinner'))
            // The line that this is dev belongs to whoever makes it.
            await page.addStyleTag({ content: '.t-app-dev { display: none }' })
            await page.waitForTimeout(500)
            await page.screenshot({ path: join(folder, picture) })
          }
          writeFileSync(
            join(FOLDER, design.id, 'template.json'),
            `${JSON.stringify(
              {
                title: both(design.title),
                description: both(design.description),
                tags: design.tags.map(both),
                devices: design.devices,
                updated: new Date().toISOString().slice(0, 10),
                owner: 'Tessera',
                helpUrl: '/docs/packages',
                previews: pictures.slice(1),
              },
              null,
              2,
            )}\n`,
          )
        }
    },
    { seconds: 400 },
  )
}

const both = ([english, chinese]: Two) => ({ 'en-US': english, 'zh-CN': chinese })

function valuesOf(model: ModelDesign, row: ModelDesign['rows'][number], locale: Locale, rowIds: Map<string, string[]>) {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      const field = model.fields.find(one => one.key === key)
      if (field?.type === 'relationOne') return [key, rowIds.get(field.to ?? '')?.[value as number]]
      return [key, Array.isArray(value) ? value[locale === 'zh-CN' ? 1 : 0] : value]
    }),
  )
}
