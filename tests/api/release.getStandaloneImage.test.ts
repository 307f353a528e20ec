// release.getStandaloneImage, release.copy-image-address: how the image of an app is called, and what runs it. What is in one is told by
// release.exportStandalone.test.ts.
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const query = { from: '1.0.0' }
scenarios('release.getStandaloneImage', [
  { name: 'keeps members without duties out', as: 'ben', expect: { status: 403, stored: 'same' } },
  {
    name: 'names the image, a compose file and commands; without a registry there is no address to copy',
    as: 'ann',
    query,
    expect: { status: 0, data: { image: 'localhost/acme/shop:1.0.0', address: '', file: 'shop-1.0.0.image.tar' }, stored: 'same' },
    then: reply => {
      expect(reply.data.compose).toContain('image: localhost/acme/shop:1.0.0\n')
      expect(reply.data.commands).toMatch(/^docker load -i shop-1\.0\.0\.image\.tar\n.*docker compose up -d$/)
    },
  },
])
scenarios(
  'release.getStandaloneImage',
  [
    {
      name: 'names it in the registry, where the installation has one',
      as: 'ann',
      query,
      expect: { status: 0, data: { address: 'registry.example.com:5000/apps/acme/shop:1.0.0' } },
      then: reply => {
        expect(reply.data.image).toBe(reply.data.address)
        expect(reply.data.commands).toContain('\ndocker push registry.example.com:5000/apps/acme/shop:1.0.0\n')
      },
    },
  ],
  { imageRegistry: 'registry.example.com:5000/apps' },
)
