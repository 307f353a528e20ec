// The dialog that imports pages: the plan that one may look at first, what is chosen in it, and what is sent.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import contract from '../../api/contract/page/planImport.json'
import { exampleFor, mappingIn } from '../../renderers/tessera-page-designer/try-mapping.tsx'
import { PAGES_OF_OTHERS } from '../support/pages-of-others/index.ts'
import { convert } from '../../api/server/services/packages/convert.ts'
import type { Calls } from '../../renderers/tessera-page-designer/calls.ts'
import { ImportDialog } from '../../renderers/tessera-page-designer/import-dialog.tsx'

const plan = contract.example.data
const fields = (form: FormData) => Object.fromEntries([...form].filter(([name]) => name !== 'file'))
afterEach(cleanup)

function show(planned: object = plan) {
  const calls = {
    planImport: vi.fn(async (_form: FormData) => planned),
    inspectImport: vi.fn(async () => {
      throw new Error('asked as a package')
    }),
    importFiles: vi.fn(async (_form: FormData) => ({ made: [], refused: [], notes: [] })),
  }
  render(<ImportDialog calls={calls as unknown as Calls} onDone={() => {}} onClose={() => {}} />)
  const choose = (name: string) => fireEvent.change(screen.getByLabelText('Files'), { target: { files: [new File(['{}'], name)] } })
  return { calls, choose, press: (name: string) => fireEvent.click(screen.getByRole('button', { name })) }
}

it('shows what would be made, left out, converted, shown of other hosts and be different', async () => {
  const { choose, press } = show()
  choose('orders.json')
  press('Look inside')
  const dialog = await screen.findByRole('dialog', { name: 'What the import would do' })
  for (const text of ['To be made: 1', '/orders', 'To be left out: 1', 'To be converted: 1', '<%- data.title %>', '${title}', 'images.example.com'])
    expect(dialog.textContent).toContain(text)
  expect(dialog.textContent).toContain('pictures · not shown until an administrator of the organisation allows it')
  expect(dialog.textContent).toContain('To be different from before: 1')
})

it('imports with what was chosen: converted, unless one wants it as it is', async () => {
  const { calls, choose, press } = show()
  choose('orders.json')
  press('Look inside')
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Convert scripts/ }))
  await waitFor(() => expect(calls.planImport).toHaveBeenCalledTimes(2))
  await screen.findByText('Could be converted: 1')
  fireEvent.change(screen.getByLabelText('What is here already'), { target: { value: 'skip' } })
  await waitFor(() => expect(calls.planImport).toHaveBeenCalledTimes(3))
  expect(calls.planImport.mock.calls.map(([form]) => fields(form))).toEqual([
    { onConflict: 'rename', convert: 'yes' },
    { onConflict: 'rename', convert: 'no' },
    { onConflict: 'skip', convert: 'no' },
  ])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', false))
  press('Import')
  await waitFor(() => expect(calls.importFiles).toHaveBeenCalledOnce())
  expect(fields(calls.importFiles.mock.calls[0]?.[0] as FormData)).toEqual({ onConflict: 'skip', convert: 'no' })
})

it('imports at once as it is, where nobody looks first', async () => {
  const { calls, choose, press } = show()
  choose('orders.json')
  press('Import')
  await waitFor(() => expect(calls.importFiles).toHaveBeenCalledOnce())
  expect(fields(calls.importFiles.mock.calls[0]?.[0] as FormData)).toEqual({})
})

it('looks into a zip that is a package as one', async () => {
  const { calls, choose, press } = show({ ...plan, isPackage: true })
  choose('orders.zip')
  press('Look inside')
  await screen.findByText('asked as a package')
  expect(calls.inspectImport).toHaveBeenCalledOnce()
})

it('shows what a mapping in place of a script makes of an answer, of the example and of any other, and runs no script', async () => {
  const to = JSON.stringify({
    answer: { '&': '$$', status: '${code === 200 ? 0 : code}', data: { items: '${ARRAYMAP(result.list, one => {label: one.name})}' } },
  })
  const { choose, press } = show({ ...plan, conversions: [{ name: 'Orders', file: '', path: 'body.api.adaptor', from: 'alert(1)', to }], conversionsTotal: 1 })
  choose('orders.json')
  press('Look inside')
  fireEvent.click(await screen.findByText('Try it on an answer'))
  const field = screen.getByLabelText('Answer') as HTMLTextAreaElement
  expect(JSON.parse(field.value)).toEqual({
    code: 200,
    result: {
      list: [
        { id: 1, name: 'name 1' },
        { id: 2, name: 'name 2' },
      ],
    },
  })
  const result = () => JSON.parse(field.closest('details')?.querySelector('pre')?.textContent ?? '{}')
  expect(result()).toMatchObject({ status: 0, data: { items: [{ label: 'name 1' }, { label: 'name 2' }] } })
  fireEvent.change(field, { target: { value: '{"code":500,"result":{"list":[]}}' } })
  expect(result()).toMatchObject({ status: 500, data: { items: [] } })
  fireEvent.change(field, { target: { value: '{' } })
  expect(screen.getByText('This is no JSON object')).toBeTruthy()
})

it.each(PAGES_OF_OTHERS)('begins with an answer that has what each mapping of a page reads: $name', ({ schema }) => {
  const mappings = convert(structuredClone(schema) as never).flatMap(({ to }) => mappingIn(to) ?? []) as Parameters<typeof exampleFor>[0][]
  expect(mappings.length).toBeGreaterThan(0)
  for (const mapping of mappings) expect(JSON.stringify(exampleFor(mapping)).length).toBeGreaterThan(10)
})
