// Tickets of a help desk and answers that are used again.
import { equals, listPage, overviewPage, setButton, type ModelDesign, type TemplateDesign } from './design.ts'

const STATES = [
  ['open', ['Open', '待处理'], 'danger'],
  ['working', ['In work', '处理中'], 'info'],
  ['done', ['Solved', '已解决'], 'success'],
] as const
const ticket: ModelDesign = {
  key: 'ticket',
  name: ['Tickets', '工单'],
  fields: [
    { key: 'subject', name: ['Subject', '主题'], type: 'text', required: true },
    { key: 'asker', name: ['Asked by', '提交人'], type: 'text', required: true },
    {
      key: 'priority',
      name: ['Priority', '优先级'],
      type: 'enum',
      required: true,
      default: 'normal',
      choices: [
        ['high', ['High', '高'], 'danger'],
        ['normal', ['Normal', '普通'], 'info'],
        ['low', ['Low', '低'], 'normal'],
      ],
    },
    { key: 'state', name: ['State', '状态'], type: 'enum', required: true, default: 'open', choices: STATES },
    { key: 'due', name: ['Due', '截止日期'], type: 'date' },
    { key: 'question', name: ['Question', '问题描述'], type: 'longText' },
    { key: 'answer', name: ['Answer', '处理结果'], type: 'longText' },
  ],
  rows: [
    { subject: ['Printer on floor 2 jams', '二楼打印机卡纸'], asker: ['Dana Novak', '王芳'], priority: 'normal', state: 'open', due: '2026-11-25' },
    { subject: ['No access to the shared drive', '无法访问共享盘'], asker: ['Ben Carter', '李明'], priority: 'high', state: 'working', due: '2026-11-23' },
    { subject: ['New laptop for a colleague', '新同事电脑申请'], asker: ['Gina Rossi', '刘洋'], priority: 'low', state: 'open', due: '2026-12-01' },
    { subject: ['Mail signature', '邮件签名'], asker: ['Eva Lind', '陈静'], priority: 'low', state: 'done', answer: ['Template sent', '已发送模板'] },
    { subject: ['VPN drops every hour', 'VPN 每小时断线'], asker: ['Farid Aziz', '赵强'], priority: 'high', state: 'open', due: '2026-11-24' },
  ],
}
const article: ModelDesign = {
  key: 'article',
  name: ['Answers', '知识库'],
  fields: [
    { key: 'name', name: ['Title', '标题'], type: 'text', required: true },
    { key: 'topic', name: ['Topic', '分类'], type: 'text' },
    { key: 'text', name: ['Text', '内容'], type: 'longText' },
  ],
  rows: [
    {
      name: ['Reset a password', '重置密码'],
      topic: ['Accounts', '账号'],
      text: ['Open the sign-in page and choose “Forgot password”.', '打开登录页，选择“忘记密码”。'],
    },
    {
      name: ['Connect to the VPN', '连接 VPN'],
      topic: ['Network', '网络'],
      text: ['Install the client, sign in with the mail address.', '安装客户端，用邮箱登录。'],
    },
    {
      name: ['Order equipment', '申请设备'],
      topic: ['Equipment', '设备'],
      text: ['Open a ticket with the model and the cost centre.', '提交工单，注明型号和成本中心。'],
    },
  ],
}

export const helpdesk: TemplateDesign = {
  id: 'helpdesk',
  key: 'helpdesk',
  title: ['Help desk', '服务台'],
  description: [
    'Tickets from the question to the answer, with priorities and due days, and answers that are used again.',
    '从提问到解决的工单，带优先级和截止日期，并配有知识库。',
  ],
  tags: [
    ['Service', '服务'],
    ['Operations', '运营'],
  ],
  devices: ['pc', 'mobile'],
  models: [ticket, article],
  pages: [
    {
      name: ['Overview', '总览'],
      path: '/overview',
      icon: 'fa fa-headset',
      schema: (say, model) =>
        overviewPage(
          say,
          ['Help desk', '服务台'],
          ['What is open and what is solved.', '待处理与已解决的工单。'],
          STATES.map(([value, label]) => ({ label, model: 'ticket', filter: equals('state', value) })),
          { model: model('ticket'), title: ['Newest tickets', '最新工单'], columns: ['subject', 'asker', 'priority', 'state', 'due'] },
        ),
    },
    {
      name: ['Tickets', '工单'],
      path: '/tickets',
      icon: 'fa fa-ticket-alt',
      schema: (say, model) =>
        listPage({
          say,
          model: model('ticket'),
          title: ['Tickets', '工单'],
          subTitle: ['Ask, take over, solve.', '提交、受理、解决。'],
          buttons: [
            setButton(say, ['Take over', '受理'], 'ticket', { state: 'working' }, "${state == 'open'}"),
            setButton(say, ['Solved', '解决'], 'ticket', { state: 'done' }, "${state == 'working'}"),
          ],
        }),
    },
    {
      name: ['Answers', '知识库'],
      path: '/answers',
      icon: 'fa fa-book',
      schema: (say, model) =>
        listPage({
          say,
          model: model('article'),
          title: ['Answers', '知识库'],
          subTitle: ['What was asked before.', '常见问题。'],
          columns: ['name', 'topic', 'text'],
          orderBy: 'name',
        }),
    },
  ],
}
