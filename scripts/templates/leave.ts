// Requests for leave and their approval.
import { equals, listPage, overviewPage, setButton, type ModelDesign, type TemplateDesign } from './design.ts'

const STATES = [
  ['waiting', ['Waiting', '待审批'], 'warning'],
  ['approved', ['Approved', '已批准'], 'success'],
  ['refused', ['Refused', '已拒绝'], 'danger'],
] as const
const request: ModelDesign = {
  key: 'request',
  name: ['Leave requests', '请假单'],
  fields: [
    { key: 'person', name: ['Name', '姓名'], type: 'text', required: true },
    {
      key: 'kind',
      name: ['Kind', '类型'],
      type: 'enum',
      required: true,
      default: 'holiday',
      choices: [
        ['holiday', ['Holiday', '年假'], 'info'],
        ['sick', ['Sick leave', '病假'], 'warning'],
        ['other', ['Other', '其他'], 'normal'],
      ],
    },
    { key: 'starts', name: ['First day', '开始日期'], type: 'date', required: true },
    { key: 'ends', name: ['Last day', '结束日期'], type: 'date', required: true },
    { key: 'days', name: ['Days', '天数'], type: 'integer', required: true, default: 1 },
    { key: 'state', name: ['State', '状态'], type: 'enum', required: true, default: 'waiting', choices: STATES },
    { key: 'reason', name: ['Reason', '事由'], type: 'longText' },
  ],
  rows: [
    { person: ['Ben Carter', '李明'], kind: 'holiday', starts: '2026-12-21', ends: '2026-12-31', days: 9, state: 'waiting' },
    { person: ['Dana Novak', '王芳'], kind: 'sick', starts: '2026-11-09', ends: '2026-11-11', days: 3, state: 'approved' },
    { person: ['Eva Lind', '陈静'], kind: 'holiday', starts: '2026-12-14', ends: '2026-12-18', days: 5, state: 'approved' },
    { person: ['Farid Aziz', '赵强'], kind: 'other', starts: '2026-12-02', ends: '2026-12-02', days: 1, state: 'waiting', reason: ['Moving house', '搬家'] },
    {
      person: ['Gina Rossi', '刘洋'],
      kind: 'holiday',
      starts: '2026-12-21',
      ends: '2027-01-08',
      days: 14,
      state: 'refused',
      reason: ['Inventory in this week', '该周盘点'],
    },
  ],
}

export const leave: TemplateDesign = {
  id: 'leave',
  key: 'leave',
  title: ['Leave approval', '请假审批'],
  description: [
    'People ask for leave, managers approve or refuse. One page for all requests, one for those that wait, and an overview.',
    '员工提交请假，经理批准或拒绝。包含全部请假单、待审批列表和总览。',
  ],
  tags: [
    ['People', '人事'],
    ['Approval', '审批'],
  ],
  devices: ['pc', 'mobile'],
  models: [request],
  pages: [
    {
      name: ['Overview', '总览'],
      path: '/overview',
      icon: 'fa fa-calendar',
      schema: (say, model) =>
        overviewPage(
          say,
          ['Leave', '请假'],
          ['What was asked for and decided.', '申请与审批情况。'],
          STATES.map(([value, label]) => ({ label, model: 'request', filter: equals('state', value) })),
          { model: model('request'), title: ['Newest requests', '最新申请'], columns: ['person', 'kind', 'starts', 'ends', 'days', 'state'] },
        ),
    },
    {
      name: ['Requests', '请假单'],
      path: '/requests',
      icon: 'fa fa-list',
      schema: (say, model) =>
        listPage({ say, model: model('request'), title: ['Requests', '请假单'], subTitle: ['Ask for leave here.', '在这里提交请假。'], orderBy: 'starts' }),
    },
    {
      name: ['To decide', '待审批'],
      path: '/decide',
      icon: 'fa fa-check',
      schema: (say, model) =>
        listPage({
          say,
          model: model('request'),
          title: ['To decide', '待审批'],
          subTitle: ['Requests that wait for an answer.', '等待审批的请假单。'],
          columns: ['person', 'kind', 'starts', 'ends', 'days'],
          filter: equals('state', 'waiting'),
          readOnly: true,
          buttons: [
            setButton(say, ['Approve', '批准'], 'request', { state: 'approved' }, "${state == 'waiting'}"),
            setButton(say, ['Refuse', '拒绝'], 'request', { state: 'refused' }, "${state == 'waiting'}", ['Refuse this request?', '拒绝该申请？']),
          ],
        }),
    },
  ],
}
