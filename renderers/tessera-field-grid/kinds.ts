// What a line of the grid can be, and the words by which people call it in a spreadsheet.
import type { Say } from '../words.ts'

export interface Kind {
  /** The format, or the type where there is none. */
  value: string
  type: string
  format?: string
  label: string
}

/** Relations are left to the form of one field: they need another model. */
export const kindsOf = (say: Say): Kind[] => [
  { value: 'text', type: 'text', label: say('Text') },
  { value: 'email', type: 'text', format: 'email', label: say('Email') },
  { value: 'phone', type: 'text', format: 'phone', label: say('Phone number') },
  { value: 'url', type: 'text', format: 'url', label: say('Web address') },
  { value: 'color', type: 'text', format: 'color', label: say('Colour') },
  { value: 'longText', type: 'longText', label: say('Long text') },
  { value: 'integer', type: 'integer', label: say('Integer') },
  { value: 'rating', type: 'integer', format: 'rating', label: say('Rating') },
  { value: 'decimal', type: 'decimal', label: say('Decimal') },
  { value: 'percent', type: 'decimal', format: 'percent', label: say('Percentage') },
  { value: 'currency', type: 'decimal', format: 'currency', label: say('Amount of money') },
  { value: 'boolean', type: 'boolean', label: say('Yes or no') },
  { value: 'date', type: 'date', label: say('Date') },
  { value: 'time', type: 'time', label: say('Time') },
  { value: 'datetime', type: 'datetime', label: say('Date and time') },
  { value: 'enum', type: 'enum', label: say('Choice') },
  { value: 'multiEnum', type: 'multiEnum', label: say('Several choices') },
  { value: 'user', type: 'user', label: say('Person') },
  { value: 'department', type: 'department', label: say('Department') },
  { value: 'file', type: 'file', label: say('File') },
  { value: 'image', type: 'image', label: say('Image') },
  { value: 'location', type: 'json', format: 'location', label: say('Location') },
  { value: 'json', type: 'json', label: say('JSON') },
  { value: 'autoNumber', type: 'autoNumber', label: say('Number in sequence') },
  // Its type follows from the formula.
  { value: 'formula', type: 'text', label: say('Formula') },
]

const WORDS: Record<string, string> = {
  text: 'string varchar char 文本 字符串 单行文本',
  email: 'e-mail mail 邮箱 电子邮箱 邮件',
  phone: 'tel telephone mobile 电话 手机 手机号',
  url: 'link website 网址 链接',
  color: 'color 颜色',
  longText: 'multiline note 长文本 多行文本',
  integer: 'int bigint number whole 整数 数字',
  rating: 'stars 评分',
  decimal: 'float double numeric 小数',
  percent: 'percent % 百分比',
  currency: 'money currency amount 金额 货币',
  boolean: 'bool checkbox switch 是否 布尔 开关 是或否',
  date: '日期',
  time: '时间',
  datetime: 'timestamp 日期时间',
  enum: 'select enum dropdown 选项 枚举 单选 下拉',
  multiEnum: 'tags multiselect 多选 标签',
  user: 'user member 人员 用户 成员',
  department: '部门',
  file: 'attachment 文件 附件',
  image: 'picture photo 图片 照片',
  location: 'geo geopoint point coordinates latlng 位置 坐标 经纬度 地理位置',
  json: 'object',
  autoNumber: 'autonumber serial 自动编号',
  formula: 'computed calculated 公式 计算',
}

/** The kind that a word of a spreadsheet means; undefined for any other word. */
export function kindIn(word: string, kinds: readonly Kind[]): string | undefined {
  const text = word.trim().toLowerCase()
  return kinds.find(({ value, label }) => value.toLowerCase() === text || label.toLowerCase() === text || (WORDS[value] ?? '').split(' ').includes(text))?.value
}
