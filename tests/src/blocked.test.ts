// What the policy keeps out of a page is told in its place.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tellBlocked, type Help } from '../../src/blocked.ts'

let help: Help = { text: 'Ask somebody.' }
tellBlocked(
  (english, values = {}) => english.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? ''),
  () => help,
)
const refuse = (effectiveDirective: string, blockedURI: string, disposition = 'enforce') =>
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI, disposition }))
const notices = () => [...document.querySelectorAll<HTMLElement>('.t-blocked')]
const told = (count: number) => vi.waitFor(() => expect(notices()).toHaveLength(count))
afterEach(async () => {
  document.body.innerHTML = ''
  help = { text: 'Ask somebody.' }
  await told(0)
})

describe('in place of what is kept out', () => {
  it('a notice names the host and who can allow it, and the hole is gone', async () => {
    document.body.innerHTML = '<p><img src="https://a.example/x.png" alt="X"></p><img src="/here.png" alt="Y">'
    refuse('img-src', 'https://a.example/x.png')
    await told(1)
    expect(notices()[0]?.textContent).toBe('A picture of a.example is not shown here. Ask somebody.')
    expect(notices()[0]?.previousElementSibling?.matches('img[data-blocked]')).toBe(true)
  })

  it.each([
    ['media-src', '<video><source src="https://a.example/x.mp4"></video>', 'Video or sound of a.example is not played here.'],
    ['media-src', '<audio src="https://a.example/x.mp3"></audio>', 'Video or sound of a.example is not played here.'],
    ['frame-src', '<iframe src="https://a.example/x"></iframe>', 'A page of a.example is not shown here.'],
    ['img-src', `<div style="background-image: url('https://a.example/x.png')"></div>`, 'A picture of a.example is not shown here.'],
  ])('%s: %s', async (directive, html, text) => {
    document.body.innerHTML = html
    refuse(directive, 'https://a.example/x')
    await told(1)
    expect(notices()[0]?.textContent).toContain(text)
  })

  it('whoever may allow it is led there', async () => {
    help = { text: 'Allow it', link: '/company/acme/admin/hosts' }
    document.body.innerHTML = '<img src="https://b.example/x.png" alt="X">'
    refuse('img-src', 'https://b.example/x.png')
    await told(1)
    expect(notices()[0]?.querySelector('a')?.getAttribute('href')).toBe('/company/acme/admin/hosts')
  })

  it('what is drawn later is told as well, and a picture that is exchanged is shown', async () => {
    refuse('img-src', 'https://c.example/x.png')
    document.body.innerHTML = '<img src="https://c.example/y.png" alt="X">'
    await told(1)
    const picture = document.querySelector('img') as HTMLImageElement
    picture.src = '/here.png'
    await told(0)
    expect(picture.hasAttribute('data-blocked')).toBe(false)
  })

  it('nothing is said of other kinds of what is kept out, of what is only reported, and of this server', async () => {
    document.body.innerHTML = '<img src="https://d.example/x.png" alt="X"><img src="/here.png" alt="Y">'
    refuse('connect-src', 'https://d.example/x.png')
    refuse('img-src', 'https://d.example/x.png', 'report')
    refuse('img-src', location.origin)
    await new Promise(done => setTimeout(done, 120))
    expect(notices()).toEqual([])
  })
})
