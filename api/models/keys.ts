// Keys of models and fields: which there may be, and which one is proposed for a name in any letters.

/** Columns of every managed table; the names are those of the keys in rows. */
export const SYSTEM_COLUMNS = ['id', 'created_at', 'created_by', 'updated_at', 'updated_by', 'version'] as const

export const KEY_PATTERN = /^[a-z][A-Za-z0-9_]{0,49}$/
/** Values of a row lie apart from the answer around them, so `total` and `page` may be fields. */
const RESERVED = new Set<string>([...SYSTEM_COLUMNS, 'constructor', 'prototype'])
/** Why a key cannot be used for a field; empty when it can. */
export const fieldKeyProblem = (key: string) =>
  !KEY_PATTERN.test(key) ? 'Start with a lower-case letter; letters, digits and _, at most 50' : RESERVED.has(key) ? 'This name is used by the system' : ''

/** Words that head columns in Chinese, so that the keys can be read; other words get a number. */
const WORDS: Record<string, string> = {
  编号: 'number',
  序号: 'number',
  代码: 'code',
  单号: 'number',
  工号: 'staffNumber',
  名称: 'name',
  姓名: 'name',
  名字: 'name',
  标题: 'title',
  客户: 'customer',
  供应商: 'supplier',
  公司: 'company',
  部门: 'department',
  职位: 'position',
  员工: 'employee',
  人员: 'person',
  联系人: 'contact',
  订单: 'order',
  产品: 'product',
  商品: 'product',
  项目: 'project',
  任务: 'task',
  合同: 'contract',
  库存: 'stock',
  仓库: 'warehouse',
  类型: 'type',
  类别: 'category',
  分类: 'category',
  状态: 'status',
  阶段: 'stage',
  优先级: 'priority',
  日期: 'date',
  时间: 'time',
  开始日期: 'startDate',
  结束日期: 'endDate',
  截止日期: 'dueDate',
  下单日期: 'orderDate',
  生日: 'birthday',
  数量: 'quantity',
  单价: 'unitPrice',
  价格: 'price',
  金额: 'amount',
  总额: 'total',
  总价: 'totalPrice',
  电话: 'phone',
  手机: 'mobile',
  手机号: 'mobile',
  邮箱: 'email',
  地址: 'address',
  城市: 'city',
  省份: 'province',
  国家: 'country',
  备注: 'notes',
  说明: 'description',
  描述: 'description',
  负责人: 'owner',
  性别: 'gender',
  年龄: 'age',
  创建: 'created',
  更新: 'updated',
  开始: 'start',
  结束: 'end',
  图片: 'image',
  附件: 'attachment',
  位置: 'location',
  坐标: 'location',
  网址: 'url',
  评分: 'rating',
  颜色: 'colour',
  进度: 'progress',
  税率: 'taxRate',
  折扣: 'discount',
}
const LONGEST_WORD = Math.max(...Object.keys(WORDS).map(word => word.length))

/** A Chinese name made of known words, in those words; undefined where one of its signs is in none. */
function translated(name: string): string[] | undefined {
  const words: string[] = []
  for (let at = 0; at < name.length;) {
    let length = Math.min(LONGEST_WORD, name.length - at)
    while (length && !Object.hasOwn(WORDS, name.slice(at, at + length))) length--
    if (!length) return undefined
    words.push(WORDS[name.slice(at, at + length)] ?? '')
    at += length
  }
  return words.length ? words : undefined
}

const camel = (words: string[]) => words.map((word, at) => (at ? `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}` : word.toLowerCase())).join('')

/** A key from a name in any letters, free among `taken` (in lower case). */
export function keyFrom(name: string, taken: ReadonlySet<string>, fallback: string): string {
  const [first = '', ...others] = translated(name.trim()) ?? []
  const known = first + others.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const latin = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  while (latin[0] && /^\d/.test(latin[0])) latin.shift()
  const start = (known || camel(latin)).slice(0, 45)
  const key = fieldKeyProblem(start) ? fallback : start
  const isFree = (one: string) => !taken.has(one.toLowerCase()) && !fieldKeyProblem(one)
  if (isFree(key)) return key
  for (let n = 2; ; n++) if (isFree(`${key}${n}`)) return `${key}${n}`
}

/** The key that a form proposes for a name: empty as long as there is no name, `field_1` where the name offers no letters. */
export function proposedKey(name: unknown, taken: unknown, word = 'field'): string {
  const text = String(name ?? '').trim()
  if (!text) return ''
  const keys = new Set((Array.isArray(taken) ? taken : []).map(key => String(key).toLowerCase()))
  let n = 1
  while (keys.has(`${word}_${n}`)) n++
  return keyFrom(text, keys, `${word}_${n}`)
}
