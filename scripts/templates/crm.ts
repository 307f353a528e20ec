// Customers, contacts and deals.
import { equals, listPage, overviewPage, type ModelDesign, type TemplateDesign } from './design.ts'

const STAGES = [
  ['lead', ['Lead', '线索'], 'normal'],
  ['offer', ['Offer made', '已报价'], 'info'],
  ['won', ['Won', '成交'], 'success'],
  ['lost', ['Lost', '丢单'], 'danger'],
] as const
const customer: ModelDesign = {
  key: 'customer',
  name: ['Customers', '客户'],
  fields: [
    { key: 'name', name: ['Name', '名称'], type: 'text', required: true },
    {
      key: 'industry',
      name: ['Industry', '行业'],
      type: 'enum',
      choices: [
        ['retail', ['Retail', '零售'], 'info'],
        ['food', ['Food', '食品'], 'success'],
        ['build', ['Construction', '建筑'], 'warning'],
        ['it', ['Software', '软件'], 'normal'],
      ],
    },
    { key: 'city', name: ['City', '城市'], type: 'text' },
    { key: 'phone', name: ['Phone', '电话'], type: 'text' },
    { key: 'notes', name: ['Notes', '备注'], type: 'longText' },
  ],
  rows: [
    { name: ['Alder & Sons', '桤木商贸'], industry: 'retail', city: ['Leeds', '杭州'], phone: '0113 4960 021' },
    { name: ['Blue Harbour Foods', '蓝港食品'], industry: 'food', city: ['Bristol', '厦门'], phone: '0117 4960 118' },
    { name: ['Cedar Works', '雪松建造'], industry: 'build', city: ['Glasgow', '成都'], phone: '0141 4960 733' },
    { name: ['Delta Logic', '三角软件'], industry: 'it', city: ['Cambridge', '深圳'], phone: '01223 496 090' },
    { name: ['Elm Street Market', '榆树超市'], industry: 'retail', city: ['Norwich', '苏州'], phone: '01603 496 412' },
  ],
}
const deal: ModelDesign = {
  key: 'deal',
  name: ['Deals', '商机'],
  fields: [
    { key: 'title', name: ['Deal', '商机'], type: 'text', required: true },
    { key: 'customer', name: ['Customer', '客户'], type: 'relationOne', to: 'customer' },
    { key: 'stage', name: ['Stage', '阶段'], type: 'enum', required: true, default: 'lead', choices: STAGES },
    { key: 'amount', name: ['Amount', '金额'], type: 'decimal' },
    { key: 'closing', name: ['Expected closing', '预计成交'], type: 'date' },
    { key: 'notes', name: ['Notes', '备注'], type: 'longText' },
  ],
  rows: [
    { title: ['Shop fitting for two branches', '两家分店装修'], customer: 0, stage: 'offer', amount: 18400, closing: '2026-12-15' },
    { title: ['Cold chain sensors', '冷链传感器'], customer: 1, stage: 'lead', amount: 7200, closing: '2027-01-20' },
    { title: ['Site office equipment', '工地办公设备'], customer: 2, stage: 'won', amount: 5150, closing: '2026-11-02' },
    { title: ['Support contract 2027', '2027 年服务合同'], customer: 3, stage: 'offer', amount: 24000, closing: '2026-12-31' },
    { title: ['Checkout replacement', '收银系统更换'], customer: 4, stage: 'lead', amount: 9800, closing: '2027-02-10' },
    { title: ['Trial order', '试用订单'], customer: 1, stage: 'lost', amount: 900, closing: '2026-10-05' },
  ],
}

export const crm: TemplateDesign = {
  id: 'crm',
  key: 'crm',
  title: ['CRM', '客户管理'],
  description: [
    'Customers and the deals with them, from the first lead to the signature. An overview says how many deals are where; lists are searched, sorted and edited in place.',
    '管理客户以及从线索到成交的商机。总览显示各阶段的商机数量，列表可以搜索、排序和编辑。',
  ],
  tags: [
    ['Sales', '销售'],
    ['Customers', '客户'],
  ],
  devices: ['pc', 'mobile'],
  models: [customer, deal],
  pages: [
    {
      name: ['Overview', '总览'],
      path: '/overview',
      icon: 'fa fa-chart-line',
      schema: (say, model) =>
        overviewPage(
          say,
          ['Overview', '总览'],
          ['Where the deals are.', '商机的分布。'],
          STAGES.map(([value, label]) => ({ label, model: 'deal', filter: equals('stage', value) })),
          { model: model('deal'), title: ['Newest deals', '最新商机'], columns: ['title', 'customer', 'stage', 'amount', 'closing'] },
        ),
    },
    {
      name: ['Deals', '商机'],
      path: '/deals',
      icon: 'fa fa-handshake',
      schema: (say, model) =>
        listPage({ say, model: model('deal'), title: ['Deals', '商机'], subTitle: ['Everything that may be sold.', '所有可能成交的商机。'] }),
    },
    {
      name: ['Customers', '客户'],
      path: '/customers',
      icon: 'fa fa-address-book',
      schema: (say, model) =>
        listPage({ say, model: model('customer'), title: ['Customers', '客户'], subTitle: ['Who we sell to.', '我们的客户。'], orderBy: 'name' }),
    },
  ],
}
