// Fields to search lists and trees by say that they search, where amis asks to "Enter" something.
// A tree to choose one of takes a text to search for only while nothing is chosen: amis has its input where the chosen one is shown. With something
// chosen, the list of choices begins with a field of its own.
import { createElement, Fragment, type ChangeEvent, type ReactElement } from 'react'
import TreeSelectControl from 'amis/lib/renderers/Form/TreeSelect'
import { SearchBox } from 'amis-ui/lib/components/SearchBox'

;(SearchBox as unknown as { defaultProps: { placeholder?: string } }).defaultProps.placeholder = 'search'

interface TreeSelect {
  props: { multiple?: boolean; searchable?: boolean; selectedOptions: unknown[]; translate(text: string): string }
  handleInputChange(text: string): void
}
const prototype = (TreeSelectControl as unknown as { prototype: { renderOuter(this: TreeSelect): ReactElement } }).prototype
const { renderOuter } = prototype

prototype.renderOuter = function () {
  const tree = renderOuter.call(this)
  const { multiple, searchable, selectedOptions, translate } = this.props
  if (multiple || !searchable || !selectedOptions.length) return tree
  const label = translate('Select.searchPromptText')
  const search = createElement('input', {
    type: 'search',
    className: 't-tree-search',
    autoFocus: true,
    placeholder: label,
    'aria-label': label,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => this.handleInputChange(currentTarget.value),
  })
  return createElement(Fragment, null, search, tree)
}
