import { cleanup, configure, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { evaluate } from 'amis-formula'
import { afterEach, describe, expect, it, vi } from 'vitest'
import '../../renderers/formulas.ts'
import '../../renderers/tessera-field-grid/field-grid.tsx'
import { kindsOf } from '../../renderers/tessera-field-grid/kinds.ts'
import { pastedLines } from '../../renderers/tessera-field-grid/lines.ts'

const sent: { url: string; data?: { fields: Record<string, unknown>[] } }[] = []
let answer: object = { status: 0, data: { ids: [] } }
const request = vi.fn(async (api: (typeof sent)[number]) => {
  sent.push(api)
  return { data: answer }
})
const notify = vi.fn()
configure({ asyncUtilTimeout: 8000 })
afterEach(() => {
  cleanup()
  clearStoresCache()
  sent.length = 0
  answer = { status: 0, data: { ids: [] } }
})
const show = () =>
  mount(
    render(
      {
        type: 'page',
        data: { keys: ['name', 'field_1'] },
        body: {
          type: 'tessera-field-grid',
          api: 'post:/api/model/m1/fields',
          taken: '${keys}',
          onEvent: { saved: { actions: [{ actionType: 'toast', args: { msg: 'told: ${event.data.count}' } }] } },
        },
      } as never,
      {},
      { session: `grid-${Math.random()}`, theme: 'cxd', request, notify } as never,
    ),
  )
const name = (line: number) => screen.getByLabelText<HTMLInputElement>(`Name of line ${line}`)
const key = (line: number) => screen.getByLabelText<HTMLInputElement>(`Key of line ${line}`)
const type = (control: HTMLElement, value: string) => fireEvent.change(control, { target: { value } })
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('tessera-field-grid', () => {
  it('proposes a key for each name until it is edited, and never one that is taken', async () => {
    show()
    await screen.findByLabelText('Name of line 1')
    type(name(1), 'Order No.')
    type(name(2), 'Order no')
    type(name(3), 'Name')
    type(name(4), '重量')
    expect([1, 2, 3, 4].map(line => key(line).value)).toEqual(['orderNo', 'orderNo2', 'name2', 'field_2'])
    type(key(1), 'number')
    type(name(1), 'Order number')
    // What another line has given up is free again.
    expect([key(1).value, key(2).value]).toEqual(['number', 'orderNo'])
  })

  it('goes on to the next line with Enter, and sends the lines that are filled in', async () => {
    show()
    fireEvent.change(await screen.findByLabelText('Name of line 5'), { target: { value: 'Status' } })
    fireEvent.keyDown(name(5), { key: 'Enter' })
    await waitFor(() => expect(document.activeElement).toBe(name(6)))
    type(name(6), 'Price')
    choose('Type of line 5', 'enum')
    choose('Choices of line 5', 'New; Paid')
    fireEvent.click(screen.getByLabelText('Line 5 is required'))
    choose('Type of line 6', 'currency')
    choose('Currency of line 6', 'EUR')
    fireEvent.click(screen.getByRole('button', { name: 'Add 2 fields' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ url: '/api/model/m1/fields' })
    expect(sent[0]?.data?.fields).toEqual([
      { key: 'status', name: 'Status', type: 'enum', required: true, options: [{ value: 'New' }, { value: 'Paid' }] },
      { key: 'price', name: 'Price', type: 'decimal', format: 'currency', currency: 'EUR', required: false },
    ])
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Saved'))
  })

  it('sends a formula, which is never required, and tells at its line what is wrong with it', async () => {
    answer = { status: 422, msg: 'Check the form', code: 'model.fieldInvalid', errors: { 'fields.0.formula': 'There is no field prize' } }
    show()
    fireEvent.change(await screen.findByLabelText('Name of line 1'), { target: { value: 'Total' } })
    choose('Type of line 1', 'formula')
    choose('Formula of line 1', ' prize * 2 ')
    expect(screen.getByLabelText<HTMLInputElement>('Line 1 is required').disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Add 1 fields' }))
    await screen.findByText('There is no field prize')
    expect(sent[0]?.data?.fields).toEqual([{ key: 'total', name: 'Total', type: 'text', required: false, formula: 'prize * 2' }])
    expect(screen.getByLabelText('Formula of line 1').getAttribute('aria-invalid')).toBe('true')
  })

  it('tells what is wrong at its line, which keeps what was typed', async () => {
    answer = { status: 422, msg: 'Check the form', code: 'model.fieldInvalid', errors: { 'fields.0.options': 'Add at least one choice' } }
    show()
    fireEvent.change(await screen.findByLabelText('Name of line 2'), { target: { value: 'Status' } })
    choose('Type of line 2', 'enum')
    fireEvent.click(screen.getByRole('button', { name: 'Add 1 fields' }))
    await screen.findByText('Add at least one choice')
    expect(screen.getByLabelText('Choices of line 2').getAttribute('aria-invalid')).toBe('true')
    expect(name(2).value).toBe('Status')
    choose('Choices of line 2', 'A')
    expect(screen.queryByText('Add at least one choice')).toBeNull()
  })

  it('takes lines of a spreadsheet in the place where they are pasted', async () => {
    show()
    fireEvent.change(await screen.findByLabelText('Name of line 1'), { target: { value: 'First' } })
    fireEvent.paste(name(2), { clipboardData: { getData: () => 'Mail\tE-mail\nBirthday\tDate\n' } })
    expect([1, 2, 3, 4].map(line => name(line).value)).toEqual(['First', 'Mail', 'Birthday', ''])
    expect(screen.getByLabelText<HTMLSelectElement>('Type of line 3').value).toBe('date')
    expect(key(2).value).toBe('mail')
  })
})

describe('lines of a spreadsheet', () => {
  const kinds = kindsOf(english => english)
  const read = (text: string) => pastedLines(text, kinds).map(line => [line.name, line.key, line.kind, line.required, line.choices])
  it('are read by what their columns hold, in whichever order', () => {
    expect(read('Name\tRequired\tType\nTitle\tyes\ttext\nDue\t\tDate')).toEqual([
      ['Title', '', 'text', true, ''],
      ['Due', '', 'date', false, ''],
    ])
    expect(read('状态\tstatus\t单选\t新; 旧\r\n金额\tamount\t金额\t')).toEqual([
      ['状态', 'status', 'enum', false, '新; 旧'],
      ['金额', 'amount', 'currency', false, ''],
    ])
    expect(read('One\nTwo\n\n')).toEqual([
      ['One', '', 'text', false, ''],
      ['Two', '', 'text', false, ''],
    ])
    expect(pastedLines('Price\tdecimal\t\nTotal\tformula\t= price * 2', kinds).map(line => [line.kind, line.formula])).toEqual([
      ['decimal', ''],
      ['formula', 'price * 2'],
    ])
    // A column that says nothing of the kind is left.
    expect(read('One\tsome words here\nTwo\tand others').map(([label]) => label)).toEqual(['One', 'Two'])
  })
})

describe('FIELDKEY', () => {
  const of = (label: unknown, taken: string[] = []) => evaluate('${FIELDKEY(label, taken)}', { label, taken })
  it('proposes a key that a field can have, none for no name, and a number where there are no letters', () => {
    expect(['Due date', '  Größe (cm)', '2nd try', 'created at', '客户名称', '重量', ''].map(label => of(label))).toEqual([
      'dueDate',
      'grosseCm',
      'try',
      'createdAt',
      'customerName',
      'field_1',
      '',
    ])
    expect(of('重量', ['field_1', 'FIELD_2'])).toBe('field_3')
    expect(of('Due date', ['duedate'])).toBe('dueDate2')
    expect(evaluate("${FIELDKEY('订单', [], 'model')}", {})).toBe('order')
  })
})
