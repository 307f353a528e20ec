// Publishing an app with models, told once per language: the SQL of the release, what it deletes, permission tests that refuse it.
// release.plan release.create permission.saveTestSetting
import { dirname, join } from 'node:path'
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { journey, story, type JourneyServer } from './harness.ts'
import { pipelinePeer, TOKEN } from '../support/peers/pipelines.ts'
import { ADMIN, prepare } from './prepared.ts'
import { serve } from './server.ts'
import { sayer, type Language } from './words.ts'
import { craftZip } from '../support/zip.ts'

export function tellReleaseModels(language: Language) {
  story('release-models', { language, environment: { FEATURES: 'quickappSource' } })
  const say = sayer(language)
  const release = sayer(language, 'release')
  /** Of the release screen, where other areas say the same in other words. */
  const own = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: release(text), exact: true })
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })
  const drawer = (page: Page) => page.locator('.cxd-Drawer-content').last()
  let base = ''
  let app = ''
  let modelId = ''
  const fields: Record<string, string> = {}

  /** A call of the person who is signed in, for what other journeys show. */
  async function ask(context: BrowserContext, server: JourneyServer, method: string, path: string, data?: object) {
    const { data: session } = (await (await context.request.get(`${server.url}/api/session`)).json()) as { data: { csrfToken: string } }
    const reply = await context.request.fetch(server.url + path, { method, headers: { 'x-csrf-token': session.csrfToken }, ...(data && { data }) })
    const envelope = (await reply.json()) as { status: number; msg: string; data: Record<string, any> }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.status} ${envelope.msg}`)
    return envelope.data
  }
  async function applyInDev(context: BrowserContext, server: JourneyServer) {
    const sourceId = (await ask(context, server, 'GET', `${base}/source`)).options[0].id as string
    const { hash } = await ask(context, server, 'POST', `${base}/source/${sourceId}/plan`, {})
    await ask(context, server, 'POST', `${base}/source/${sourceId}/apply`, { hash, confirmLoss: true })
  }
  async function openPublish(page: Page, server: JourneyServer) {
    await page.goto(`${server.url}${app}-dev/admin/release`)
    await button(page, 'Publish version').first().click()
    await drawer(page).locator('input[name="title"]').waitFor()
  }

  journey(`${language}: a release shows the SQL of its models and brings them to the environment`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    base = `/api/company/${company}/app/order_desk-dev`
    app = `/company/${company}/app/order_desk`
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const sourceId = (await ask(context, server, 'GET', `${base}/source`)).options[0].id as string
    modelId = (await ask(context, server, 'POST', `${base}/source/${sourceId}/model`, { key: 'customer', name: 'Customer' })).id
    for (const [key, name, type] of [
      ['name', 'Full name', 'text'],
      ['since', 'Since', 'date'],
      ['balance', 'Balance', 'decimal'],
    ] as const)
      fields[key] = (await ask(context, server, 'POST', `${base}/model/${modelId}/field`, { key, name, type })).id
    await applyInDev(context, server)

    await openPublish(page, server)
    await drawer(page)
      .getByText(/create table/)
      .waitFor()
    await drawer(page).locator('input[name="title"]').fill('Customers')
    await drawer(page)
      .getByText(/create table/)
      .scrollIntoViewIfNeeded()
    await shot(`release-models-${language}-1-plan`)
    await button(drawer(page), 'Publish').click()
    await drawer(page).waitFor({ state: 'detached' })
    await button(page, 'Open the running app').waitFor()
    await page.goto(`${server.url}${app}/admin/data/main/customer`)
    await page.getByText('Full name', { exact: true }).first().waitFor()
    await shot(`release-models-${language}-2-data`)
  })

  // release.export-menu release.package-export-dialog release.standalone-dialog release.exportPackage release.exportStandalone release.copy-image-address
  journey(`${language}: an app leaves as a package, as an image, and as two files that run it`, async ({ page, browser, server, shot }) => {
    const leave = async (as: string) => {
      await page.goto(`${server.url}${app}-dev/admin/release`)
      await page.getByText('Customers', { exact: true }).waitFor()
      await own(page, 'Export').click()
      await page.locator('.cxd-DropDown-menu').getByText(release(as), { exact: true }).click()
    }
    await leave('App package')
    const packing = page.locator('.cxd-Modal-content').last()
    await packing.locator('.cxd-Switch').first().click()
    await expect(packing.locator('.cxd-Switch').first()).toHaveClass(/is-checked/)
    await packing.locator('.cxd-Select').first().click()
    await page.locator('.cxd-Select-option').first().click()
    await packing.getByText(release('Choose models')).click()
    await page.locator('.cxd-Select-option').filter({ hasText: 'Customer' }).click()
    await page.keyboard.press('Escape')
    await own(packing, 'Download package').click()
    await packing.getByText(release('Please enter a password')).waitFor()
    await packing.locator('input[type="password"]').fill('Secret-1')
    const [packed] = await Promise.all([page.waitForEvent('download'), own(packing, 'Download package').click()])
    expect(packed.suggestedFilename()).toMatch(/^order_desk-\d+\.\d+\.\d+\.amis$/)
    await packing.getByRole('status').waitFor()
    await shot(`release-models-${language}-s0-package`)
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(`release-models-${language}-s0-package-phone`)
    await page.setViewportSize({ width: 1280, height: 800 })

    // release.applet-source-dialog release.applet-none release.planApplet release.exportAppletCode: without a mini-program it says so and leads to where one is made.
    await leave('Mini-program source')
    const applet = page.locator('.cxd-Modal-content').last()
    await applet.getByText(release('No mini-programs have been created.')).waitFor()
    expect(await applet.getByRole('link', { name: release('Create a mini-program') }).getAttribute('href')).toContain('/admin/setting#entries')
    await ask(page.context(), server, 'POST', `${base}/entry`, {
      key: 'wechat',
      name: 'Desk in WeChat',
      type: 3,
      miniapp: { appletType: '0', appId: 'wx0123456789abcdef' },
    })
    await leave('Mini-program source')
    const source = page.locator('.cxd-Modal-content').last()
    await source
      .getByText(language === 'zh-CN' ? '原生' : 'Native', { exact: true })
      .first()
      .waitFor()
    await source.locator('.cxd-Select').first().click()
    await page.locator('.cxd-Select-option').last().click()
    await source.getByText(release('The web (h5)')).click()
    await source.getByText('Desk in WeChat').waitFor()
    await shot(`release-models-${language}-s3-applet`)
    const [project] = await Promise.all([page.waitForEvent('download'), own(source, 'Download source').click()])
    expect(project.suggestedFilename()).toMatch(/^order_desk-.*-uniapp\.zip$/)
    await source.getByText('Taro', { exact: true }).click()
    const [taro] = await Promise.all([page.waitForEvent('download'), own(source, 'Download source').click()])
    expect(taro.suggestedFilename()).toMatch(/^order_desk-.*-taro\.zip$/)
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(`release-models-${language}-s4-applet-phone`)
    await page.setViewportSize({ width: 1280, height: 800 })

    await leave('Generate standalone app')
    const dialog = page.locator('.cxd-Modal-content').last()
    await dialog.locator('.cxd-Select').click()
    await page.locator('.cxd-Select-option').last().click()
    await page.locator('.cxd-Select-option').first().waitFor({ state: 'detached' })
    await dialog.getByText('image: localhost/').waitFor()
    // Rows come along where they are asked for; what a file with them does is told by release.exportStandalone.test.ts.
    const rows = dialog.locator('.cxd-Switch')
    await rows.click()
    await expect(rows).toHaveClass(/is-checked/)
    await rows.click()
    for (const copy of ['Copy compose.yaml', 'Copy commands']) await own(dialog, copy).click()
    // There is no registry.
    await own(dialog, 'Copy image address').click()
    await page.locator('.cxd-Toast').getByText(release('The address of an image registry is not set. Ask the administrator of this installation.')).waitFor()
    await shot(`release-models-${language}-s1-image`)
    if (language === 'en-US') {
      const [image] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), own(dialog, 'Download image').click()])
      expect(image.suggestedFilename()).toMatch(/^order_desk-\d+\.\d+\.\d+\.image\.tar$/)
    }
    await dialog.getByText(release('Archive: two files for a machine with Node')).click()
    await shot(`release-models-${language}-s1-standalone`)
    const [application] = await Promise.all([page.waitForEvent('download'), own(dialog, 'Download application').click()])
    expect(application.suggestedFilename()).toMatch(/^order_desk-\d+\.\d+\.\d+\.application\.zip$/)
    // Packed when somebody asks for the first time.
    const [engine] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), own(dialog, 'Download engine').click()])
    expect(engine.suggestedFilename()).toMatch(/^tessera-engine-.*\.tar\.gz$/)
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(`release-models-${language}-s2-phone`)
    await page.setViewportSize({ width: 1280, height: 800 })

    // The application on an installation of its own: its administrator signs in, opens the app, and finds people and permissions.
    const file = join(dirname(server.dataDir), `application-${language}.zip`)
    await application.saveAs(file)
    const alone = await serve(join(dirname(server.dataDir), 'alone'), { APP_FILE: file, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
    const visitor = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    try {
      await visitor.addCookies([{ name: 'tessera_locale', value: language, url: alone.url }])
      const tab = await visitor.newPage()
      await tab.goto(alone.url)
      await tab.locator('input[name="username"]').fill(ADMIN.email)
      await tab.locator('input[name="password"]').fill(ADMIN.password)
      await tab.keyboard.press('Enter')
      await tab.waitForURL(/\/company\/[^/]+\/app\/order_desk/)
      await tab.locator('.t-app-page .cxd-Page').first().waitFor()
      await tab.screenshot({ path: `test-results/release-models-${language}-s3-alone.png` })
      await button(tab, 'Your account').click()
      await tab.getByRole('menuitem', { name: say('Administration'), exact: true }).click()
      await tab.getByText(ADMIN.email).first().waitFor()
      await tab.screenshot({ path: `test-results/release-models-${language}-s4-people.png` })
      await tab.getByRole('link', { name: say('Runtime permissions'), exact: true }).click()
      await tab.waitForURL(/\/admin\/runtime-permission/)
      await tab.locator('.cxd-Tabs').first().waitFor()
      await tab.screenshot({ path: `test-results/release-models-${language}-s5-permissions.png` })
      await tab.goto(`${alone.url}/company/${app.split('/')[2]}/app`)
      await tab.waitForURL(/\/app\/order_desk/)
    } finally {
      await visitor.close()
      await alone.stop()
    }
  })

  // release.publish-applet-fields release.quickapp-export-dialog release.export-quickapp-source
  journey(`${language}: mini-program apps say what their projects are made with, and quick apps leave as source`, async ({ page, context, server, shot }) => {
    const company = base.split('/')[3] as string
    const make = async (key: string, type: number) => {
      await ask(context, server, 'POST', `/api/company/${company}/app`, { name: key, key, type, description: '' })
      for (const [name, body] of [
        ['Visits', { type: 'list', api: 'get:model:main/visit', listItem: { title: '${title}' } }],
        ['Figures', { type: 'chart', config: {} }],
      ] as const)
        await ask(context, server, 'POST', `/api/company/${company}/app/${key}-dev/page`, {
          name,
          path: `/${name.toLowerCase()}`,
          schema: { type: 'page', body },
        })
      await page.goto(`${server.url}/company/${company}/app/${key}-dev/admin/release`)
    }
    const phone = async (name: string, into: Locator) => {
      await into.scrollIntoViewIfNeeded()
      await shot(`release-models-${language}-${name}`)
      await page.setViewportSize({ width: 390, height: 844 })
      await into.scrollIntoViewIfNeeded()
      await shot(`release-models-${language}-${name}-phone`)
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await make('desk_mini', 2)
    await button(page, 'Publish version').first().click()
    const form = drawer(page)
    await form.locator('input[name="title"]').fill('Mini')
    await form.getByText(release('The web (h5)')).click()
    await form.getByText('Taro', { exact: true }).click()
    await form.getByText(release('A version'), { exact: true }).click()
    await form.getByText(release('Runtime version'), { exact: true }).waitFor()
    await form.getByText(release('The latest'), { exact: true }).click()
    const pictures = form
      .locator('.cxd-Form-item', { hasText: release('Put the pictures of the pages into the project') })
      .last()
      .locator('.cxd-Switch')
    await pictures.click()
    await phone('q1-publish', pictures)
    await button(form, 'Publish').click()
    await form.waitFor({ state: 'detached' })
    await button(page, 'Details').first().click()
    await page
      .getByText(language === 'zh-CN' ? /Taro，默认构建网页（h5），运行时 .*，含图片/ : /Taro, first for the web \(h5\), runtime .*, with pictures/)
      .waitFor()
    await shot(`release-models-${language}-q2-details`)

    await make('desk_quick', 3)
    await own(page, 'Export').click()
    await page.locator('.cxd-DropDown-menu').getByText(release('Quick-app source'), { exact: true }).click()
    const dialog = page.locator('.cxd-Modal-content').last()
    await dialog.getByText(language === 'zh-CN' ? '原生' : 'Native', { exact: true }).waitFor()
    await phone('q3-quickapp', own(dialog, 'Download source'))
    const [project] = await Promise.all([page.waitForEvent('download'), own(dialog, 'Download source').click()])
    expect(project.suggestedFilename()).toBe('desk_quick-dev-quickapp.zip')

    // release.rpk-link: uploaded, shown as a QR code, copied, downloaded without a session, and taken away.
    await ask(context, server, 'POST', `/api/company/${company}/app/desk_quick-dev/release?sync=1`, {
      title: 'Quick',
      version: '1.0.0',
      tag: 'latest',
      from: 'dev',
    })
    await page.reload()
    await own(page, 'rpk package').click()
    const top = () => page.locator('.cxd-Modal-content').last()
    const manifest = JSON.stringify({ package: 'app.tessera.desk', versionName: '1.0.0', router: { entry: 'pages/home' } })
    const rpk = craftZip([
      { name: 'manifest.json', content: manifest },
      { name: 'app.js', content: '' },
    ])
    await top().locator('input[type="file"]').setInputFiles({ name: 'desk.rpk', mimeType: 'application/octet-stream', buffer: rpk })
    await own(top(), 'Save').click()
    const address = top().locator('.t-break', { hasText: '/api/rpk/' })
    await address.waitFor()
    await phone('q4-rpk', address)
    const shown = (await address.textContent()) ?? ''
    expect(shown.startsWith(server.url)).toBe(true)
    expect(Buffer.from(await (await fetch(shown)).arrayBuffer()).equals(rpk)).toBe(true)
    await top().getByText(release('Is kept elsewhere')).click()
    await top().locator('input[name="rpkLink"]').fill('/files/desk.rpk')
    await own(top(), 'Save').click()
    await top().getByText(`${server.url}/files/desk.rpk`).waitFor()
    await page.locator('.cxd-Modal-close').last().click()
    await page.locator('.cxd-Modal-content').waitFor({ state: 'detached' })
    await own(page, 'Copy address').click()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/files/desk.rpk`)
    const [tab] = await Promise.all([context.waitForEvent('page'), own(page, 'Export rpk package').click()])
    await tab.close()
    await shot(`release-models-${language}-q5-row`)
    await own(page, 'rpk package').click()
    await own(top(), 'Remove package').click()
    await page.locator('.cxd-Modal').last().locator('.cxd-Button--primary, .cxd-Button--danger').last().click()
    await own(top(), 'Remove package').waitFor({ state: 'detached' })
    await top().locator('.cxd-Modal-close').click()
    await own(page, 'Copy address').waitFor({ state: 'detached' })
  })

  // release.miniapp-push-dialog release.push-history-dialog release.push-detail-dialog release.confirm-cancel-push release.confirm-cancel-push-rule release.push-status-table
  journey(`${language}: mini-programs are pushed through the pipeline of the organisation`, async ({ page, server, shot }) => {
    const peer = await pipelinePeer('gitlab')
    try {
      const of = sayer(language, 'company')
      const top = () => page.locator('.cxd-Modal-content').last()
      const confirm = () => page.locator('.cxd-Modal').last().locator('.cxd-Button--primary, .cxd-Button--danger').last().click()
      await page.goto(`${server.url}/company/${base.split('/')[3]}/admin/pipeline`)
      await page.locator('input[name="address"]').fill(peer.origin)
      await page.locator('input[name="project"]').fill(peer.project)
      await page.locator('input[name="token"]').fill(TOKEN)
      await page.getByRole('button', { name: of('Save'), exact: true }).click()
      await page.getByRole('button', { name: of('Check'), exact: true }).click()
      await page.getByText(of('The project is there, and the access token is taken')).waitFor()
      await shot(`release-models-${language}-p1-pipeline`)

      await page.goto(`${server.url}${app}-dev/admin/release`)
      await own(page, 'Push mini-programs').click()
      await top().locator('input[name="title"]').fill('Spring')
      await top().locator('.cxd-Select').nth(1).click()
      await page.locator('.cxd-Select-option').filter({ hasText: 'Desk in WeChat' }).click()
      await page.keyboard.press('Escape')
      await page.locator('.cxd-Select-popover').waitFor({ state: 'detached' })
      await top().getByText('Taro', { exact: true }).click()
      await shot(`release-models-${language}-p2-push`)
      await page.setViewportSize({ width: 390, height: 844 })
      await shot(`release-models-${language}-p2-push-phone`)
      await page.setViewportSize({ width: 1280, height: 800 })
      await own(top(), 'Push').click()
      await top().getByText(release('The push was begun. The history says how far it is.')).waitFor()
      await own(top(), 'Push history').click()
      const row = page.locator('.cxd-Modal-content tr').filter({ hasText: 'Spring' })
      await row.waitFor()
      await expect.poll(() => peer.runs.length, { timeout: 20_000 }).toBe(1)
      expect(peer.runs[0]?.variables).toMatchObject({ TESSERA_FRAMEWORK: 'taro', TESSERA_PLATFORM: 'weapp' })
      await row.getByText('Taro', { exact: true }).waitFor()
      peer.set('running', 'npm run build\n')
      await row.getByText(release('Details'), { exact: true }).click()
      await top().getByText('npm run build').waitFor()
      await shot(`release-models-${language}-p3-details`)
      await page.keyboard.press('Escape')
      await row.getByText(release('Cancel'), { exact: true }).click()
      await top().getByText(release('Cancel this push?')).waitFor()
      await confirm()
      await row.getByText(release('Cancelled'), { exact: true }).waitFor({ timeout: 30_000 })
      expect(peer.runs[0]?.state).toBe('cancelled')
      await row.getByText(release('Retry'), { exact: true }).click()
      await expect.poll(() => peer.runs.length, { timeout: 20_000 }).toBe(2)
      peer.set('done', 'tessera-code: https://example.com/try Desk\n')
      await row.getByText(release('Succeeded')).waitFor({ timeout: 30_000 })
      await shot(`release-models-${language}-p4-history`)
      await page.setViewportSize({ width: 390, height: 844 })
      await shot(`release-models-${language}-p4-history-phone`)
      await page.setViewportSize({ width: 1280, height: 800 })
      await row.getByText(release('Try it'), { exact: true }).click()
      await top().getByText('Desk', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
    } finally {
      await peer.close()
    }
  })

  journey(`${language}: what a release deletes has to be confirmed`, async ({ page, context, server, shot }) => {
    await ask(context, server, 'DELETE', `${base}/model/${modelId}/field/${fields.since}`)
    await applyInDev(context, server)
    await openPublish(page, server)
    await drawer(page)
      .getByText(/rename column/)
      .waitFor()
    await drawer(page).locator('input[name="title"]').fill('Without a date')
    await button(drawer(page), 'Publish').click()
    await drawer(page).getByText(say('Confirm that data is removed')).first().waitFor()
    await drawer(page).getByText(say('Confirm that data is removed')).first().scrollIntoViewIfNeeded()
    await shot(`release-models-${language}-3-loss`)
    await drawer(page).locator('.cxd-Checkbox').last().click()
    await button(drawer(page), 'Publish').click()
    await drawer(page).waitFor({ state: 'detached' })
    await button(page, 'Details').first().click()
    await drawer(page).getByText(say('SQL that ran')).click()
    await drawer(page)
      .getByText(/rename column/)
      .waitFor()
    await shot(`release-models-${language}-4-details`)
  })

  // release.listAvailable release.compareVersions
  journey(`${language}: two versions are compared`, async ({ page, context, server, shot }) => {
    await ask(context, server, 'POST', `${base}/model/${modelId}/field`, { key: 'phone', name: 'Phone', type: 'text' })
    await page.goto(`${server.url}${app}-dev/admin/release`)
    await button(page, 'Compare versions').click()
    const tree = drawer(page).locator('.cxd-Tree')
    await tree.getByText('Customer', { exact: true }).click()
    await drawer(page).locator('.tes-diff').waitFor()
    await shot(`release-models-${language}-c1-compare`)
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(`release-models-${language}-c2-phone`)
    await page.setViewportSize({ width: 1280, height: 800 })

    // release.merge release.planMerge
    const dialog = page.locator('.cxd-Modal-content').last()
    await own(drawer(page), 'Take over into dev').click()
    await dialog.locator('.cxd-Tree-itemText').filter({ hasText: 'Customer' }).click()
    await dialog.getByText(say('Data models change: their tables follow when you apply them on the models screen.')).waitFor()
    await shot(`release-models-${language}-c3-choose`)
    await own(dialog, 'Take over').click()
    await drawer(page).getByText(say('Nothing differs between these two.')).waitFor()
    // release.listMerges release.undoMerge
    await own(drawer(page), 'Taken over so far').click()
    await own(dialog, 'Take back').click()
    await dialog.locator('.cxd-Button--danger, .cxd-Button--primary').last().click()
    await dialog.getByText(language === 'en-US' ? 'Taken back: 1.0.2' : '撤回：1.0.2').waitFor()
    await shot(`release-models-${language}-c4-taken-over`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    // release.planInto release.publishInto
    await page.reload()
    await button(page, 'Compare versions').click()
    await drawer(page).locator('.cxd-Select').first().click()
    await page.locator('.cxd-Select-option').filter({ hasText: 'latest' }).click()
    await drawer(page)
      .getByRole('button', { name: language === 'en-US' ? 'Take over into latest' : '合并到 latest', exact: true })
      .click()
    await dialog.locator('.cxd-Tree-itemText').filter({ hasText: 'Customer' }).click()
    await dialog.locator('.t-release-sql').waitFor()
    await dialog.locator('input[name="title"]').fill('Chosen')
    await shot(`release-models-${language}-c5-into`)
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(`release-models-${language}-c6-into-phone`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await own(dialog, 'Publish').click()
    await dialog.waitFor({ state: 'hidden' })
    await drawer(page).getByText(say('Nothing differs between these two.')).waitFor()
  })

  // release.checkFixed release.issues-dialog
  journey(`${language}: what stands before a release is handled in its dialog`, async ({ page, context, server, shot }) => {
    await openPublish(page, server)
    await shot(`release-models-${language}-p1-publish`)
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(`release-models-${language}-p2-phone`)
    await page.setViewportSize({ width: 1280, height: 720 })
    await drawer(page).getByText(say('More'), { exact: true }).click()
    await shot(`release-models-${language}-p3-more`)
    await drawer(page).getByText(say('Permission configuration'), { exact: true }).click()
    await drawer(page).getByText(say('Open the app'), { exact: true }).waitFor()
    await shot(`release-models-${language}-p4-lists`)
    const crm = await ask(context, server, 'POST', `${base}/source`, {
      key: 'crm2',
      name: 'Leads',
      dialect: 'mysql',
      host: '127.0.0.1',
      port: 1,
      database: 'crm',
      username: 'crm',
      password: 'Secret-1',
    })
    const lead = await ask(context, server, 'POST', `${base}/source/${crm.id}/model`, { key: 'lead', name: 'Lead' })
    await openPublish(page, server)
    await drawer(page).locator('input[name="title"]').fill('With the CRM')
    await shot(`release-models-${language}-p5-plan`)
    await button(drawer(page), 'Publish').click()
    const dialog = page.locator('.cxd-Modal-content').last()
    await dialog.locator('.t-issues').waitFor()
    await shot(`release-models-${language}-p6-issues`)
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(`release-models-${language}-p7-issues-phone`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog
      .locator('.cxd-SwitchControl')
      .filter({ hasText: say('The same as dev') })
      .locator('.cxd-Switch')
      .click()
    await dialog
      .locator('.cxd-SwitchControl')
      .filter({ hasText: say('Change the password') })
      .locator('.cxd-Switch')
      .click()
    await dialog.locator('input[name="password"]').fill('Secret-2')
    await shot(`release-models-${language}-p8-left`)
    // Nothing listens there still, which the answer says again.
    const answered = page.waitForResponse(one => one.url().endsWith('/release/checkFixed'))
    await dialog.locator('input[name="database"]').fill('leads')
    await button(dialog, 'Submit').click()
    const checked = await answered
    expect(checked.request().postDataJSON().issues[0]).toMatchObject({ sameAsDev: false, changePwd: true, password: 'Secret-2', database: 'leads' })
    const { status, data } = (await checked.json()) as { status: number; data: { hasIssues: boolean; issues: { type: string }[] } }
    expect([status, data.hasIssues, data.issues.map(one => one.type)]).toEqual([0, true, expect.arrayContaining(['db_account'])])
    await dialog.getByText(language === 'en-US' ? /still open/ : /未解决/).waitFor()
    await button(dialog, 'Cancel').click()
    await dialog.waitFor({ state: 'detached' })
    await drawer(page).locator('input[name="title"]').waitFor()
    await ask(context, server, 'DELETE', `${base}/model/${lead.id}`)
  })

  // release.package-import-dialog release.import release.importPackage release.planImport release.initImport release.exportPackage
  journey(`${language}: what a package would do to an app is told`, async ({ page, context, server, shot }) => {
    const { data: session } = (await (await context.request.get(`${server.url}/api/session`)).json()) as { data: { csrfToken: string } }
    const exported = await context.request.post(`${server.url}${base}/release/export`, {
      headers: { 'x-csrf-token': session.csrfToken },
      data: { from: 'dev', password: 'Secret-1', openSource: true },
    })
    await ask(context, server, 'POST', `${base}/page`, { name: 'Not in the package' })
    await page.goto(`${server.url}${app}-dev/admin/release`)
    await own(page, 'Update from a package').click()
    await drawer(page).getByText(say('Take these sections, too')).waitFor()
    await drawer(page)
      .locator('input[type="file"]')
      .setInputFiles({ name: 'orders.amis', mimeType: 'application/octet-stream', buffer: await exported.body() })
    await drawer(page).locator('input[name="password"]').fill('Secret-1')
    await drawer(page).locator('.cxd-Switch').click()
    await own(drawer(page), 'Look into it').click()
    await drawer(page).getByText('Not in the package').waitFor()
    await drawer(page).getByText('Not in the package').scrollIntoViewIfNeeded()
    await shot(`release-models-${language}-i1-update`)
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(`release-models-${language}-i2-phone`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await own(drawer(page), 'Update').click()
    await drawer(page).waitFor({ state: 'detached' })
    const pages = await ask(context, server, 'GET', `${base}/page`)
    expect(JSON.stringify(pages)).not.toContain('Not in the package')
    await shot(`release-models-${language}-i3-updated`)
  })

  // release.create of an earlier version: its pages and the inverse plan of its models
  journey(`${language}: an environment goes back to an earlier release`, async ({ page, context, server, shot }) => {
    await page.goto(`${server.url}${app}-dev/admin/release`)
    const row = page.locator('tr').filter({ hasText: 'Customers' }).first()
    const { items } = await ask(context, server, 'GET', `${base}/release`)
    const earlier = items.find((one: { title: string }) => one.title === 'Customers') as { version: string }
    await own(row, 'Go back').click()
    await drawer(page)
      .getByText(/rename column "tessera_kept_/)
      .first()
      .waitFor()
    await shot(`release-models-${language}-g1-back`)
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(`release-models-${language}-g2-phone`)
    await page.setViewportSize({ width: 1280, height: 800 })
    // What was taken over into it since has a column that goes.
    await drawer(page).locator('.cxd-Checkbox').last().click()
    await own(drawer(page), 'Go back').click()
    await drawer(page).waitFor({ state: 'detached' })
    await page
      .locator('tr')
      .filter({ hasText: release('Back to ${backTo}', { backTo: earlier.version }) })
      .waitFor()
    await shot(`release-models-${language}-g3-list`)
    // release.listKept release.deleteKept: what dev keeps of the field that was deleted there.
    await own(page, 'Throw away now').first().click()
    await page.locator('.cxd-Modal').last().locator('.cxd-Button--danger, .cxd-Button--primary').last().click()
    await page.getByText(release('Thrown away'), { exact: true }).first().waitFor()
    await expect
      .poll(async () => (await ask(context, server, 'GET', `${base}/release`)).items[0])
      .toMatchObject({ from: earlier.version, status: 1, current: true })
    await page.goto(`${server.url}${app}/admin/data/main/customer`)
    await page.getByText('Since', { exact: true }).first().waitFor()
  })

  journey(`${language}: some people have a release first, then nobody, and another one everybody`, async ({ page, context, server, shot }) => {
    const newest = async () => (await ask(context, server, 'GET', `${base}/release`)).items[0]
    const before = (await newest()) as { version: string }
    await openPublish(page, server)
    await drawer(page).locator('input[name="title"]').fill('On trial')
    await drawer(page).getByText(release('Some people first'), { exact: true }).click()
    await drawer(page).locator('input[name="percent"]').fill('0')
    const people = drawer(page)
      .locator('.cxd-Form-item')
      .filter({ has: page.getByText(release('And these people'), { exact: true }) })
    await people.locator('.cxd-Select').click()
    await page.locator('.cxd-Select-menu').getByText(ADMIN.email).click()
    await page.locator('.cxd-PopOver-overlay').click({ position: { x: 5, y: 5 } })
    await shot(`release-models-${language}-h1-first`)
    await own(drawer(page), 'Publish').click()
    await drawer(page).waitFor({ state: 'detached' })
    const row = page.locator('tr').filter({ hasText: 'On trial' })
    await own(row, 'Decide').click()
    const dialog = page.locator('.cxd-Modal-content').last()
    await dialog.getByText(release('Safety'), { exact: true }).waitFor()
    await expect(dialog).toHaveCSS('opacity', '1')
    await shot(`release-models-${language}-h2-decide`)
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(`release-models-${language}-h3-phone`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await own(dialog, 'Take back').click()
    await own(row, 'Decide').waitFor({ state: 'detached' })
    expect(await newest()).toMatchObject({ title: 'On trial', current: false, stage: null, staged: { how: 'back' } })
    await own(row, 'Details').click()
    await drawer(page).getByText(release('Some people first'), { exact: true }).waitFor()
    await shot(`release-models-${language}-h4-details`)
    await ask(context, server, 'POST', `${base}/release`, { title: 'Again', models: 'keep', stage: { percent: 9 } })
    await page.reload()
    await own(page.locator('tr').filter({ hasText: 'Again' }), 'Decide').click()
    await own(page.locator('.cxd-Modal-content').last(), 'Publish to everybody').click()
    await expect.poll(newest).toMatchObject({ title: 'Again', current: true, stage: null })
    expect((await newest()).version).not.toBe(before.version)
  })

  journey(`${language}: permission tests that fail refuse a release where the app wants that`, async ({ page, context, server, shot }) => {
    await ask(context, server, 'POST', `${base}/acl/test`, {
      name: 'Members cannot open it',
      who: 'member',
      resource: 'app',
      option: 'access',
      expected: false,
    })
    await page.goto(`${server.url}${app}-dev/admin/permission?tests=1`)
    const saved = page.waitForResponse(reply => reply.url().endsWith('/acl/test/setting') && reply.request().method() === 'POST')
    await drawer(page).getByText(say('Refuse to publish while a test fails')).waitFor()
    await drawer(page).locator('.cxd-Switch').first().click()
    await saved
    await shot(`release-models-${language}-5-setting`)
    await openPublish(page, server)
    await drawer(page).getByRole('link', { name: 'Members cannot open it' }).waitFor()
    await drawer(page).locator('input[name="title"]').fill('Refused')
    await drawer(page).getByRole('link', { name: 'Members cannot open it' }).scrollIntoViewIfNeeded()
    await shot(`release-models-${language}-6-refused`)
    await drawer(page).locator('.cxd-Button--primary.is-disabled').waitFor()
  })

  // source.update source.test source.deleteConnection
  journey(`${language}: a data source is found somewhere else in another environment`, async ({ page, context, server, shot }) => {
    const dev = { key: 'crm', name: 'CRM', dialect: 'postgres', host: '127.0.0.1', port: 1, database: 'crm', username: 'crm', password: 'Secret-1' }
    await ask(context, server, 'POST', `${base}/source`, dev)
    await page.goto(`${server.url}${app}/admin/setting#connections`)
    const row = page.locator('tr').filter({ has: page.getByText('CRM', { exact: true }) })
    await row.getByText('127.0.0.1:1/crm').waitFor()
    await shot(`release-models-${language}-7-connections`)
    await button(row, 'Set connection').click()
    const form = drawer(page)
    await form.locator('input[name="host"]').fill('127.0.0.2')
    await form.locator('input[name="password"]').fill('Secret-2')
    await button(form, 'Test the connection').click()
    await form.getByText(say('Nothing listens at this port'), { exact: false }).first().waitFor()
    await form.locator('.t-test-result').scrollIntoViewIfNeeded()
    await shot(`release-models-${language}-8-connection`)
    await button(form, 'Save').click()
    // It has just been said that nothing is there.
    await button(page, 'Save anyway').click()
    await form.waitFor({ state: 'detached' })
    await row.getByText('127.0.0.2:1/crm').waitFor()
    await shot(`release-models-${language}-9-own`)
    await button(row, 'Use that of dev').click()
    await button(page.locator('.cxd-Modal').last(), 'Use that of dev').click()
    await row.getByText('127.0.0.1:1/crm').waitFor()
  })

  // workingCopy.create workingCopy.list workingCopy.listRows workingCopy.bringRows workingCopy.delete
  journey(
    `${language}: a copy of dev is made, opened, filled with rows and thrown away`,
    async ({ page, context, server, shot }) => {
      const copies = sayer(language, 'workingCopy')
      const press = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: copies(text), exact: true })
      const dialog = page.locator('.cxd-Modal-content').last()
      const rows = `/api/resource/${app.split('/')[2]}/order_desk-dev/source/main/model/customer`
      const { total } = await ask(context, server, 'GET', `${rows}?perPage=1`)
      if (!total) await ask(context, server, 'POST', rows, { name: 'Ada' })

      await page.goto(`${server.url}${app}-dev/design/copy`)
      await page.getByText(copies('No copies yet'), { exact: true }).waitFor()
      await shot(`working-copies-${language}-1-empty`)
      await press(page, 'New copy').click()
      await dialog.locator('input[name="name"]').fill('Checkout')
      await press(dialog, 'Make the copy').click()
      await page.waitForURL(/order_desk_copy1-dev\/design$/)
      const here = page.locator('.t-copies > button')
      await expect(here).toContainText('Checkout')
      await expect(page.locator('.t-app-name')).toHaveText('Order desk')
      await here.click()
      await page.locator('.t-copies-menu').getByText('Checkout').waitFor()
      await shot(`working-copies-${language}-2-switch`)
      await page.keyboard.press('Escape')
      await expect(page.locator('.t-copies-menu')).toHaveCount(0)
      await here.click()
      await page.locator('.t-copies-menu .is-all').click()
      await page.getByText(copies('You are here'), { exact: true }).waitFor()
      await press(page, 'Copy rows').click()
      await dialog.locator('.cxd-Checkbox').filter({ hasText: 'Customer' }).click()
      await shot(`working-copies-${language}-3-rows`)
      await press(dialog, 'Copy rows').click()
      await dialog.waitFor({ state: 'detached' })
      expect((await ask(context, server, 'GET', `${rows.replace('order_desk-dev', 'order_desk_copy1-dev')}?perPage=1`)).total).toBeGreaterThan(0)
      await shot(`working-copies-${language}-4-list`)

      // workingCopy.planMerge workingCopy.merge
      const pageIn = async (at: string) => {
        const { items } = await ask(context, server, 'GET', `/api/company/${app.split('/')[2]}/app/${at}-dev/page`)
        return (items as { id: string; name: string; kind: string }[]).find(one => one.kind === 'page') as { id: string; name: string }
      }
      const change = async (at: string, title: string) => {
        const { id } = await pageIn(at)
        const address = `/api/company/${app.split('/')[2]}/app/${at}-dev/page/${id}`
        const { schema, version } = await ask(context, server, 'GET', address)
        await ask(context, server, 'POST', address, { schema: { ...schema, title }, baseVersion: version })
      }
      await change('order_desk', 'Title of dev')
      await change('order_desk_copy1', 'Title of the copy')
      await page.reload()
      await press(page, 'Merge into dev').click()
      const choices = dialog.locator('fieldset')
      await choices.first().waitFor()
      // workingCopy.getPage: the page before both, in dev and in the copy, drawn with the rows of dev.
      const pictures = dialog.locator('.tes-merge__room')
      const drawn = async () => {
        for (const [at, title] of ['Title of dev', 'Title of the copy'].entries())
          await pictures
            .nth(at + 1)
            .frameLocator('iframe')
            .getByText(title, { exact: true })
            .waitFor()
        await expect(dialog.locator('.tes-picture.is-ready')).toHaveCount(3, { timeout: 30_000 })
      }
      await drawn()
      await shot(`working-copies-${language}-5-conflict`)
      await page.setViewportSize({ width: 390, height: 844 })
      await dialog.locator('.tes-merge .tes-choice button').first().waitFor()
      await dialog.locator('.tes-picture.is-ready').first().waitFor()
      await shot(`working-copies-${language}-5-phone`)
      await page.setViewportSize({ width: 1280, height: 800 })
      await drawn()
      await choices.first().locator('input[type="radio"]').last().check()
      const submit = dialog.locator('.t-form-actions .cxd-Button--primary')
      await dialog.locator('h3').nth(1).waitFor()
      await expect(submit).toBeEnabled()
      await shot(`working-copies-${language}-6-decided`)
      // Decided in the editor instead: the copy's title again, and a word of its own.
      await button(dialog, 'Decide in the editor').click()
      const editor = page.locator('.tes-merge-editor')
      await editor.locator('.ae-Preview-body, .ae-Editor').first().waitFor({ timeout: 60_000 })
      await shot(`working-copies-${language}-6-editor`)
      await editor.locator('fieldset input[type="radio"]').last().check()
      await button(editor, 'Take this page').click()
      await editor.waitFor({ state: 'detached' })
      await dialog.getByText(say('Decided in the editor')).waitFor()
      await expect(submit).toBeEnabled()
      await expect(dialog.locator('.tes-picture.is-ready')).toHaveCount(4, { timeout: 30_000 })
      await shot(`working-copies-${language}-6-by-hand`)
      await submit.click()
      await dialog.waitFor({ state: 'detached' })
      const { id: merged } = await pageIn('order_desk')
      expect((await ask(context, server, 'GET', `/api/company/${app.split('/')[2]}/app/order_desk-dev/page/${merged}`)).schema.title).toBe('Title of the copy')
      await press(page, 'Bring up to date').click()
      await dialog.getByText(copies('There is nothing to merge.'), { exact: true }).waitFor()
      await press(dialog, 'Cancel').click()
      await dialog.waitFor({ state: 'detached' })
      await press(page, 'Back to dev').click()
      await expect(here).toHaveText('dev')
      await page.goto(`${server.url}${app}-dev/design/copy`)
      // release.listMerges: dev tells what it took over.
      await press(page, 'Merged so far').click()
      await dialog.locator('tbody tr').filter({ hasText: 'Checkout' }).first().waitFor()
      await shot(`working-copies-${language}-7-merged`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await press(page, 'Throw away').click()
      await dialog.getByRole('button').last().click()
      await page.getByText(copies('No copies yet'), { exact: true }).waitFor()
    },
    { seconds: 240 },
  )
}
