// An app pushed to a git repository through the screens, told once per language: an account, a repository whose host shows its key, a push, the same again, and one that is refused.
// release.remote-export-dialog release.remote-export-progress release.remote-export-history-dialog release.remote-polling
// release.git-push-dialog release.push-menu git.addRepo git.readHostKeys git.updateRepo git.deleteRepo git.listRepos
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, type Locator, type Page } from '@playwright/test'
import { startGitServer } from '../support/peers/git-over-ssh.ts'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

export function tellGit(language: Language) {
  story('git', { language, environment: { FEATURES: 'standaloneGitPush,standaloneRemoteExport' } })
  const appSetting = sayer(language, 'appSetting')
  const release = sayer(language, 'release')
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: text, exact: true })
  const dialog = (page: Page) => page.locator('.cxd-Modal-content').last()

  journey(
    `${language}: an app is pushed to a git repository`,
    async ({ page, context, server, shot }) => {
      const folder = mkdtempSync(join(tmpdir(), 'tessera-git-journey-'))
      const git = (...args: string[]) => execFileSync('git', ['--git-dir', join(folder, 'apps.git'), ...args], { encoding: 'utf8' }).trim()
      execFileSync('git', ['init', '-q', '--bare', '-b', 'main', join(folder, 'apps.git')])
      const { company } = await prepare(context)
      await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
      // Made by the server, as the developer page has it made; the story of the user centre presses that.
      const csrf = (await (await context.request.get(`${server.url}/api/session`)).json()).data.csrfToken as string
      const added = await context.request.post(`${server.url}/api/user/git/accountAdd`, {
        headers: { 'x-csrf-token': csrf },
        data: { gitUsername: 'ada', gitEmail: 'ada@example.test', protocolType: 'SSH', method: 'auto' },
      })
      const { data } = (await added.json()) as { data: { sshPublicKey: string } }
      const peer = await startGitServer(folder, [data.sshPublicKey])
      const app = `${server.url}/company/${company}/app/order_desk-dev/admin`
      try {
        await page.goto(`${app}/setting#git`)
        await page.getByText(appSetting('No repositories yet')).waitFor()
        await shot(`git-${language}-1-empty`)
        await button(page, appSetting('Add a repository')).first().click()
        await dialog(page).locator('input[name="repo"]').fill('Apps')
        await dialog(page).locator('input[name="repoSrc"]').fill(`ssh://git@localhost:${peer.port}/apps.git`)
        await dialog(page)
          .locator('.cxd-Button')
          .filter({ hasText: language === 'en-US' ? 'Read the key of the host' : '读取主机密钥' })
          .click()
        await dialog(page)
          .getByText(/rsa SHA256:/)
          .waitFor()
        await shot(`git-${language}-2-key`)
        await button(dialog(page), appSetting('Add')).click()
        await page
          .locator('td')
          .getByText(/rsa SHA256:/)
          .waitFor()
        await page
          .locator('tr')
          .filter({ hasText: 'Apps' })
          .getByRole('button', { name: appSetting('Edit'), exact: true })
          .click()
        await dialog(page).locator('input[name="repo"]').fill('Sales apps')
        await button(dialog(page), appSetting('Save')).click()
        await page.locator('td').getByText('Sales apps').waitFor()

        const fromMenu = async (choice: string) => {
          await button(page, release('Git')).click()
          await page.locator('.cxd-DropDown-menu').getByText(release(choice), { exact: true }).click()
        }
        await page.goto(`${app}/release`)
        await fromMenu('Push to git')
        await dialog(page).getByText('Sales apps').waitFor()
        await dialog(page).getByText('ada').first().waitFor()
        await dialog(page).locator('input[name="commit"]').fill('Orders & more')
        await button(dialog(page), release('Push')).click()
        await dialog(page).getByText(release('May not hold \' " \\ & $ ;')).waitFor()
        await dialog(page).locator('input[name="commit"]').fill('Orders by month')
        await shot(`git-${language}-3-push`)
        await button(dialog(page), release('Push')).click()
        await dialog(page).locator('.cxd-Alert').waitFor()
        await expect(dialog(page).locator('.cxd-Alert')).toContainText(git('rev-parse', '--short=10', 'main'))
        await shot(`git-${language}-4-pushed`)
        await button(dialog(page), release('Close')).click()
        expect(git('log', '-1', '--format=%an %s', 'main')).toBe('ada Orders by month')

        // release.gitPull release.planGitPull: somebody changes a page on the branch; a push is refused, a pull takes it over, and a push goes through again.
        const clone = join(folder, 'clone')
        execFileSync('git', ['clone', '-q', '-b', 'main', join(folder, 'apps.git'), clone])
        const file = join(clone, 'order_desk/pages', readdirSync(join(clone, 'order_desk/pages'))[0] as string)
        const changed = JSON.parse(readFileSync(file, 'utf8')) as { name: string }
        writeFileSync(file, JSON.stringify({ ...changed, name: 'Changed by Bob' }))
        execFileSync('git', ['-C', clone, '-c', 'user.name=bob', '-c', 'user.email=bob@example.test', 'commit', '-q', '-a', '-m', 'By Bob'])
        execFileSync('git', ['-C', clone, 'push', '-q', 'origin', 'main'])
        await fromMenu('Push to git')
        await dialog(page).getByText('Sales apps').waitFor()
        const refused = page.waitForResponse(reply => reply.url().endsWith('/release/gitPush'))
        await button(dialog(page), release('Push')).click()
        expect((await refused).status()).toBe(409)
        await button(dialog(page), release('Cancel')).click()
        await fromMenu('Pull from git')
        await dialog(page).getByText('Sales apps').waitFor()
        await dialog(page).locator('input[name="branch"]').fill('main')
        await button(dialog(page), release('Look at the branch')).click()
        await dialog(page)
          .getByText(/Changed by Bob/)
          .waitFor()
        await shot(`git-${language}-6-pull`)
        await button(dialog(page), release('Pull')).click()
        await dialog(page).waitFor({ state: 'detached' })
        await fromMenu('Push to git')
        await button(dialog(page), release('Push')).click()
        await dialog(page).locator('.cxd-Alert').waitFor()
        await button(dialog(page), release('Close')).click()

        // The same app as a remote platform runs it: no repository is chosen, one is, it goes there, and the branch holds it already.
        const remote = () => dialog(page).locator('.cxd-Alert')
        const openRemote = async () => {
          await button(page, release('Export')).click()
          await page.getByText(release('Remote-platform export'), { exact: true }).click()
        }
        await openRemote()
        await remote().waitFor()
        await shot(`git-${language}-11-no-remote`)
        await page.goto(`${app}/setting#git`)
        await page
          .locator('tr')
          .filter({ hasText: 'Sales apps' })
          .getByRole('button', { name: appSetting('Edit'), exact: true })
          .click()
        await dialog(page).locator('.cxd-Switch').click()
        await button(dialog(page), appSetting('Save')).click()
        await page
          .locator('td')
          .getByText(/Sales apps · /)
          .waitFor()
        await page.goto(`${app}/release`)
        // Where an app goes to a platform, it is not offered as a file.
        await button(page, release('Export')).click()
        await page.getByText(release('App package'), { exact: true }).waitFor()
        await expect(page.getByText(release('Generate standalone app'))).toHaveCount(0)
        await button(page, release('Export')).click()
        await openRemote()
        await expect(dialog(page).locator('.cxd-Select').last()).toContainText('main')
        await button(dialog(page), release('Export')).click()
        await dialog(page).getByText(release('Please enter a message')).waitFor()
        await dialog(page).locator('input[name="commitMsg"]').fill('For the platform')
        const asked: number[] = []
        page.on('request', request => request.url().includes('/standaloneRemoteStatus') && asked.push(Date.now()))
        await button(dialog(page), release('Export')).click()
        // A job, on a machine that may do other things as well.
        await expect(remote()).toHaveClass(/success/, { timeout: 30_000 })
        await expect(dialog(page).locator('tbody tr').last()).toContainText(git('rev-parse', '--short=10', 'main'))
        await shot(`git-${language}-12-remote`)
        expect(git('log', '-1', '--format=%an %s', 'main')).toBe('ada For the platform')
        // Asked every three seconds until the end, and no more.
        const times = asked.length
        await page.waitForTimeout(3500)
        expect(asked.length).toBe(times)
        expect(asked.slice(1).every((at, n) => at - (asked[n] as number) > 2500)).toBe(true)
        await button(dialog(page), release('Export')).click()
        await expect(dialog(page).locator('tbody tr').last()).toContainText(language === 'en-US' ? 'Nothing to push' : '无需推送')
        await button(dialog(page), release('History')).click()
        await dialog(page).locator('td').getByText('For the platform').first().waitFor()
        await expect(dialog(page).locator('tbody tr')).toHaveCount(2)
        await shot(`git-${language}-13-remote-history`)
        await button(dialog(page), release('Close')).click()
        await page.setViewportSize({ width: 390, height: 844 })
        await shot(`git-${language}-14-remote-narrow`)
        await page.setViewportSize({ width: 1280, height: 800 })
        await button(dialog(page), release('Close')).click()

        await page.goto(`${app}/setting#git`)
        await page.locator('td').getByText('main · ').waitFor()
        await shot(`git-${language}-5-settings`)
        await page
          .locator('tr')
          .filter({ hasText: 'Sales apps' })
          .getByRole('button', { name: appSetting('Delete'), exact: true })
          .click()
        await dialog(page).locator('.cxd-Button--danger, .cxd-Button--primary').last().click()
        await page.getByText(appSetting('No repositories yet')).waitFor()
      } finally {
        await peer.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
    { seconds: 300 },
  )

  journey(`${language}: a program gets a token for an app, uses it, and is kept out again`, async ({ page, context, server, shot }) => {
    const i = sayer(language, 'i')
    const { company } = await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const folder = mkdtempSync(join(tmpdir(), 'tessera-app-journey-'))
    const run = async (token: string) => {
      const command = spawn(process.execPath, ['--import', 'tsx', 'scripts/app.ts', 'pull', `${company}/order_desk`, '--folder', folder], {
        cwd: join(import.meta.dirname, '../..'),
        env: { ...process.env, TESSERA_URL: server.url, TESSERA_TOKEN: token },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [code, ...told] = await Promise.all([once(command, 'close').then(([exit]) => exit as number), text(command.stdout), text(command.stderr)])
      return { code, told: told.join('') }
    }
    try {
      await page.goto(`${server.url}/i/developer`)
      await page.getByText(i('No access tokens yet')).waitFor()
      await shot(`git-${language}-7-no-tokens`)
      await button(page, i('Make token')).click()
      // Nothing is made before everything is said.
      await button(dialog(page), i('Make token')).click()
      await dialog(page).getByText(i('Please enter the name')).waitFor()
      await dialog(page).getByText(i('Choose at least one')).waitFor()
      await dialog(page).locator('input[name="name"]').fill('Build server')
      await dialog(page).locator('.cxd-Select').first().click()
      await page
        .getByRole('option', { name: /Order desk/i })
        .first()
        .click()
      await dialog(page).getByText(i('Pull the app into files')).click()
      await shot(`git-${language}-8-token`)
      await button(dialog(page), i('Make token')).click()
      const token = await dialog(page).locator('.t-secret code').innerText()
      expect(token).toMatch(/^tst_/)
      await shot(`git-${language}-9-shown-once`)
      await button(dialog(page), i('Done')).click()
      const row = page.locator('tr').filter({ hasText: 'Build server' })
      await row.getByText(i('Not yet')).waitFor()

      expect(await run(token)).toMatchObject({ code: 0 })
      expect(readdirSync(join(folder, 'pages')).length).toBeGreaterThan(0)
      await page.reload()
      await row.waitFor()
      await expect(row.getByText(i('Not yet'))).toHaveCount(0)
      await expect(page.locator('body')).not.toContainText(token)
      await shot(`git-${language}-10-used`)

      await button(row, i('Revoke')).click()
      await dialog(page)
        .getByRole('button', { name: i('Revoke'), exact: true })
        .click()
      await page.getByText(i('No access tokens yet')).waitFor()
      expect(await run(token)).toMatchObject({ code: 1 })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
