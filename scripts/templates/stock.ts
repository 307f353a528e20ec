// Articles, places and movements of stock.
import { equals, listPage, overviewPage, type ModelDesign, type TemplateDesign } from './design.ts'

const KINDS = [
  ['in', ['Received', '入库'], 'success'],
  ['out', ['Issued', '出库'], 'warning'],
  ['count', ['Counted', '盘点'], 'info'],
] as const
const article: ModelDesign = {
  key: 'article',
  name: ['Articles', '物品'],
  fields: [
    { key: 'name', name: ['Article', '物品'], type: 'text', required: true },
    { key: 'code', name: ['Code', '编码'], type: 'text', required: true },
    { key: 'place', name: ['Place', '库位'], type: 'text' },
    { key: 'quantity', name: ['In stock', '库存'], type: 'integer', default: 0 },
    { key: 'least', name: ['Order below', '安全库存'], type: 'integer', default: 0 },
    { key: 'price', name: ['Price', '单价'], type: 'decimal' },
  ],
  rows: [
    { name: ['Cable ties 200 mm', '扎带 200mm'], code: 'CT-200', place: 'A-01', quantity: 1400, least: 500, price: 0.04 },
    { name: ['Work gloves L', '劳保手套 L'], code: 'WG-L', place: 'A-03', quantity: 36, least: 40, price: 3.2 },
    { name: ['LED tube 120 cm', 'LED 灯管 120cm'], code: 'LT-120', place: 'B-02', quantity: 58, least: 20, price: 8.9 },
    { name: ['Packing tape', '封箱胶带'], code: 'PT-50', place: 'B-04', quantity: 210, least: 60, price: 1.15 },
    { name: ['Pallet box', '托盘箱'], code: 'PB-80', place: 'C-01', quantity: 4, least: 6, price: 74 },
  ],
}
const movement: ModelDesign = {
  key: 'movement',
  name: ['Movements', '出入库'],
  fields: [
    { key: 'article', name: ['Article', '物品'], type: 'relationOne', to: 'article', required: true },
    { key: 'kind', name: ['Kind', '类型'], type: 'enum', required: true, default: 'in', choices: KINDS },
    { key: 'quantity', name: ['Quantity', '数量'], type: 'integer', required: true, default: 1 },
    { key: 'day', name: ['Day', '日期'], type: 'date', required: true },
    { key: 'remark', name: ['Remark', '备注'], type: 'text' },
  ],
  rows: [
    { article: 0, kind: 'in', quantity: 1000, day: '2026-11-02', remark: ['Delivery 4471', '送货单 4471'] },
    { article: 1, kind: 'out', quantity: 12, day: '2026-11-05', remark: ['Workshop', '车间'] },
    { article: 2, kind: 'out', quantity: 6, day: '2026-11-09', remark: ['Hall 2', '2 号厂房'] },
    { article: 4, kind: 'count', quantity: 4, day: '2026-11-12', remark: ['Two damaged', '两个损坏'] },
    { article: 3, kind: 'in', quantity: 120, day: '2026-11-16', remark: ['Delivery 4502', '送货单 4502'] },
  ],
}

export const stock: TemplateDesign = {
  id: 'stock',
  key: 'stock',
  title: ['Stock', '库存管理'],
  description: [
    'Articles with their places and quantities, and every movement of them: received, issued, counted.',
    '管理物品的库位和数量，记录每次入库、出库和盘点。',
  ],
  tags: [
    ['Warehouse', '仓储'],
    ['Operations', '运营'],
  ],
  devices: ['pc', 'mobile'],
  models: [article, movement],
  pages: [
    {
      name: ['Overview', '总览'],
      path: '/overview',
      icon: 'fa fa-warehouse',
      schema: (say, model) =>
        overviewPage(
          say,
          ['Stock', '库存'],
          ['What moved lately.', '近期的出入库。'],
          KINDS.map(([value, label]) => ({ label, model: 'movement', filter: equals('kind', value) })),
          { model: model('movement'), title: ['Newest movements', '最新记录'], columns: ['article', 'kind', 'quantity', 'day', 'remark'] },
        ),
    },
    {
      name: ['Articles', '物品'],
      path: '/articles',
      icon: 'fa fa-box',
      schema: (say, model) =>
        listPage({ say, model: model('article'), title: ['Articles', '物品'], subTitle: ['What is kept, and where.', '物品及其库位。'], orderBy: 'name' }),
    },
    {
      name: ['Movements', '出入库'],
      path: '/movements',
      icon: 'fa fa-exchange-alt',
      schema: (say, model) =>
        listPage({
          say,
          model: model('movement'),
          title: ['Movements', '出入库'],
          subTitle: ['Write down what comes and goes.', '登记物品的进出。'],
          orderBy: 'day',
        }),
    },
  ],
}
