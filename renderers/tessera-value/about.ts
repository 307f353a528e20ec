// What a value of a field takes: the format of the field, or its choices where several of them are the value.
import type { InEditor, Properties } from '../about.ts'

// A table shows many of them at once.
export const isLazy = false
export const properties: Properties = {
  format: ['e', 'email', 'phone', 'url', 'color', 'rating', 'percent', 'currency', 'decimal', 'integer', 'location'],
  currency: 'str',
  scale: 'num',
  whyApi: '#Api',
  options: ['a', ['o', { value: 'str', label: 'str' }, 0, ['value', 'label']]],
}

export const editor: InEditor = {
  name: 'Value of a field',
  description: 'What a field holds, drawn by its format: a link, stars, a colour, an amount, a place.',
  icon: 'static-plugin',
  scaffold: { name: 'email', format: 'email' },
  panel: [
    { type: 'input-text', name: 'name', label: 'Key of the field' },
    {
      type: 'select',
      name: 'format',
      label: 'Format',
      options: [
        { value: 'email', label: 'Email' },
        { value: 'phone', label: 'Phone' },
        { value: 'url', label: 'Web address' },
        { value: 'color', label: 'Colour' },
        { value: 'rating', label: 'Rating' },
        { value: 'percent', label: 'Percent' },
        { value: 'currency', label: 'Amount of money' },
        { value: 'location', label: 'Location' },
        { value: 'decimal', label: 'Decimal' },
        { value: 'integer', label: 'Integer' },
      ],
    },
    { type: 'input-text', name: 'currency', label: 'Currency', placeholder: 'EUR', visibleOn: "${format == 'currency'}" },
  ],
}
