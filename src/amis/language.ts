// What amis draws outside a screen, such as its questions and the panels of the editor, is in the language of the console too.
import { registerLocale, setDefaultLocale } from 'amis-core'
import 'amis-ui/lib/locale/zh-CN'
import { locale } from '../preferences.ts'

// amis puts the two parts of this sentence side by side without a space, and speaks of files where one is taken.
registerLocale('en-US', { 'File.dragDrop': 'Drop a file here, or ', 'File.clickUpload': 'choose one' })
// What amis has no English for, it would say in Chinese.
registerLocale('en-US', {
  Schedule: 'Schedule',
  Time: 'Time',
  Content: 'Content',
  'MonthRange.placeholder': 'Select a range of months',
  'QuarterRange.placeholder': 'Select a range of quarters',
  'Image.sizeMax': 'Choose a picture of at most {{info}}',
  'Image.sizeMin': 'Choose a picture of at least {{info}}',
  'JSONSchema.add_prop': 'Add a property',
  Required: 'Required',
})
registerLocale('zh-CN', { 'File.dragDrop': '将文件拖到此处，或', 'File.clickUpload': '点击选择' })

// Conditions are put together in words that read as a sentence.
registerLocale('en-US', {
  'Condition.not': 'Not',
  // On a button of three letters.
  'Condition.and': 'All',
  'Condition.or': 'Any',
  'Condition.collapse': 'Show all',
  'Condition.add_cond': 'Add condition',
  'Condition.add_cond_group': 'Add group',
  'Condition.delete_cond_group': 'Delete group',
  'Condition.equal': 'is',
  'Condition.not_equal': 'is not',
  'Condition.less': 'is less than',
  'Condition.less_or_equal': 'is at most',
  'Condition.greater': 'is more than',
  'Condition.greater_or_equal': 'is at least',
  'Condition.between': 'is between',
  'Condition.not_between': 'is not between',
  'Condition.is_empty': 'is empty',
  'Condition.is_not_empty': 'is not empty',
  'Condition.not_like': 'does not contain',
  'Condition.select_equals': 'is',
  'Condition.select_not_equals': 'is not',
  'Condition.select_any_in': 'is one of',
  'Condition.select_not_any_in': 'is none of',
  'Condition.cond_placeholder': 'Choose a comparison',
  'Condition.field_placeholder': 'Choose a field',
  'Condition.blank': 'No condition yet',
  'Condition.expression': 'Expression',
  'Condition.formula_placeholder': 'Enter a formula',
})
registerLocale('zh-CN', {
  'Condition.add_cond_group': '添加分组',
  'Condition.delete_cond_group': '删除分组',
  'Condition.like': '包含',
  'Condition.not_like': '不包含',
  'Condition.starts_with': '开头是',
  'Condition.ends_with': '结尾是',
  'Condition.select_any_in': '属于',
  'Condition.select_not_any_in': '不属于',
  'Condition.blank': '还没有条件',
})

const follow = () => setDefaultLocale(locale.get())
follow()
locale.subscribe(follow)
