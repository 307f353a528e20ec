// Keys of models and fields from whatever a sheet calls them.
import { fieldKeyProblem } from '../../data/index.ts'

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
}

const camel = (words: string[]) => words.map((word, at) => (at ? `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}` : word.toLowerCase())).join('')

/** A key from a name in any letters, free among `taken` (in lower case). */
export function keyFrom(name: string, taken: ReadonlySet<string>, fallback: string): string {
  const known = WORDS[name.trim()]
  const latin = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  while (latin[0] && /^\d/.test(latin[0])) latin.shift()
  const start = (known ?? camel(latin)).slice(0, 45)
  const key = fieldKeyProblem(start) ? fallback : start
  const isFree = (one: string) => !taken.has(one.toLowerCase()) && !fieldKeyProblem(one)
  if (isFree(key)) return key
  for (let n = 2; ; n++) if (isFree(`${key}${n}`)) return `${key}${n}`
}
