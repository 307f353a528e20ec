// Ids of elsewhere: whatever a call names in its address, its query or its body belongs to the app, the organisation and the environment of that
// address, or it does not exist. Asked by those who may everything in both places, so that nothing else refuses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../api/contract-schema.ts'
import type { CallId } from '../../api/generated/calls.ts'
import { contracts } from '../../api/generated/contract.ts'
import { exampleOf, makeFixture, type Fixture } from '../support/fixtures.ts'
import { sitIn } from '../support/organisation.ts'
import { makeWorld, type Ask, type Person, type Reply, type World } from '../support/world.ts'

const isOfApp = (call: Call) => call.access.startsWith('app.')
const isOfCompany = (call: Call) => call.access.startsWith('company.')
const CALLS = contracts.filter(call => isOfApp(call) || isOfCompany(call))
const callOf = (id: string) => contracts.find(call => call.id === id) as Call

/** Places that name no thing with an id of its own: the address itself, numbers, kinds, keys that every app may have. */
const NO_ID = ['companyKey', 'appUrlKey', 'appKey', 'version', 'path', 'memberKind', 'dsKey', 'dmKey', 'fieldKey', 'key', 'screenId', 'apiKey', 'objectKey']
const placesOf = (call: Call) => [...call.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string).filter(name => !NO_ID.includes(name))

type Way = [name: string, ask: (own: Fixture, their: Fixture) => Ask, then?: 'empty']
const body = (make: (their: Fixture, own: Fixture) => Record<string, unknown>) => (own: Fixture, their: Fixture) => ({ body: make(their, own) })
const query = (make: (their: Fixture, own: Fixture) => Record<string, unknown>) => (own: Fixture, their: Fixture) => ({ query: make(their, own) })
const ACL = ['readAcl', 'editAcl', 'adminRoleAcl'] as const
const users = (their: Fixture) => ({ users: [], roles: [their.roleId] })
let made = 0
let deleted = 0
/** A name that nothing has yet. */
const fresh = () => `reach${++made}`
/** What the two forms of lists hold, to be sent back with one list changed. */
const forms: Record<'acl' | 'runtime', Record<string, unknown>> = { acl: {}, runtime: {} }
const field = (their: Fixture) => ({ key: fresh(), name: 'Link', type: 'relationOne', relation: { modelId: their.modelId } })

const api = (more: object) => ({
  key: fresh(),
  name: 'Reach',
  definition: { type: 'model', model: { source: 'main', model: 'order', operation: 'list' } },
  ...more,
})

/** Each id that a query or a body of a call of an app takes. `empty`: a filter that finds nothing is an answer too. */
const OF_APP: Partial<Record<CallId, Way[]>> = {
  'release.getPushDetail': [['id', query(({ pushId }) => ({ id: pushId }))]],
  'api.create': [['parentId', body(({ apigroupId }) => api({ parentId: apigroupId }))]],
  'api.update': [['parentId', body(({ apigroupId }) => api({ parentId: apigroupId }))]],
  'api.test': [['id', (own, { apiId }) => ({ body: { ...(callOf('api.test').example.body as object), id: apiId } })]],
  'api.list': [['groupId', query(({ apigroupId }) => ({ groupId: apigroupId })), 'empty']],
  'api.listCalls': [['apiId', query(({ apiId }) => ({ apiId }))]],
  'intervention.listInstances': [
    ['flowDataId', body(({ caseId }) => ({ flowDataId: caseId })), 'empty'],
    ['userUid', body(({ userId }) => ({ userUid: userId })), 'empty'],
    ['flowId', body(({ flowId }) => ({ flowId })), 'empty'],
    ['handler', body(({ userId }) => ({ handler: userId })), 'empty'],
  ],
  'intervention.planBatch': [
    ['userUid', body(({ userId }) => ({ userUid: userId, action: 'SUSPEND' })), 'empty'],
    ['flowId', body(({ flowId }) => ({ flowId, action: 'SUSPEND' })), 'empty'],
    ['handler', body(({ userId }) => ({ handler: userId, action: 'SUSPEND' })), 'empty'],
  ],
  'intervention.planMigration': [['flowId', body(({ flowId }) => ({ flowId }))]],
  'intervention.operateInstance': [['flowDataId', body(({ caseId }) => ({ flowDataId: caseId, action: 'RESET' }))]],
  'intervention.listNodes': [['flowDataId', body(({ caseId }) => ({ flowDataId: caseId }))]],
  'intervention.operateNode': [['flowDataId', body(({ caseId }) => ({ flowDataId: caseId, nodeId: 'approval', action: 'SKIP_TO', skipToNodeId: 'approval' }))]],
  'intervention.getPlan': [['flowDataId', body(({ caseId }) => ({ flowDataId: caseId, action: 'RESET' }))]],
  'intervention.listIncidents': [['flowDataId', body(({ caseId }) => ({ flowDataId: caseId })), 'empty']],
  'flow.listTasks': [['flowId', query(({ flowId }) => ({ box: 'todo', flowId })), 'empty']],
  'release.planImport': [['upload', (_own, { uploadId }) => ({ body: { upload: uploadId }, files: [] })]],
  'release.initSync': [['id', query(({ syncId }) => ({ id: syncId }))]],
  'theme.setDefault': [['themeId', body(({ themeId }) => ({ themeId }))]],
  'theme.create': [['copyOf', body(({ themeId }) => ({ name: fresh(), copyOf: themeId }))]],
  'trigger.listRuns': [['trigger', query(({ triggerId }) => ({ trigger: triggerId })), 'empty']],
  'flow.getInitiateForm': [['draft', query(({ draftId }) => ({ draft: draftId }))]],
  'intervention.getDemonstration': [['curInstance', query(({ caseId }) => ({ curInstance: caseId }))]],
  'entry.create': [
    ['pageId', body(({ pageId }) => ({ key: fresh(), name: 'Reach', type: 1, pageId }))],
    ['roles', body(({ roleId }) => ({ key: fresh(), name: 'Reach', type: 1, roles: [roleId] }))],
  ],
  'entry.update': [
    ['pageId', body(({ pageId }) => ({ name: 'Reach', pageId }))],
    ['roles', body(({ roleId }) => ({ name: 'Reach', roles: [roleId] }))],
  ],
  'entry.saveOrder': [['ids', body(({ entryId }) => ({ ids: [entryId] }))]],
  'model.addField': [['relation.modelId', body(field)]],
  'model.saveFieldOrder': [['ids', body(({ fieldId }) => ({ ids: [fieldId] }))]],
  'page.create': [['parentId', body(({ parentId }) => ({ name: 'Reach', kind: 'page', parentId }))]],
  'page.update': [['parentId', body(({ parentId }) => ({ parentId }))]],
  'page.saveOrder': [
    ['items[].id', body(({ pageId }) => ({ items: [{ id: pageId, parentId: null }] }))],
    ['items[].parentId', body(({ parentId }, { pageId }) => ({ items: [{ id: pageId, parentId }] }))],
  ],
  'starter.createPages': [['models[].modelId', body(({ modelId }) => ({ models: [{ modelId, kinds: ['list'] }] }))]],
  'starter.planPages': [['models[].modelId', body(({ modelId }) => ({ models: [{ modelId, kinds: ['list'] }] }))]],
  'permission.createOption': [['pageId', body(({ pageId }) => ({ pageId, value: fresh(), label: 'Reach' }))]],
  'permission.explain': [
    ['resource', query(({ pageId }) => ({ userId: 'guest', resource: `page:${pageId}`, option: 'read' }))],
    ['resource of the kind role', query(({ roleId }) => ({ userId: 'guest', resource: `role:${roleId}`, option: 'edit' }))],
    ['resource of the kind model', query(({ modelId }) => ({ userId: 'guest', resource: `model:${modelId}`, option: 'read' }))],
    ['resource of the kind source', query(({ sourceId }) => ({ userId: 'guest', resource: `source:${sourceId}`, option: 'read' }))],
  ],
  'permission.whoCan': [['resource', query(({ pageId }) => ({ resource: `page:${pageId}`, option: 'read' }))]],
  'permission.listResources': [['roleId', query(({ roleId }) => ({ resourceType: 'page', roleId }))]],
  'permission.getMatrix': [['roleIds', query(({ roleId }) => ({ kind: 'page', roleIds: roleId })), 'empty']],
  'permission.saveAcl': [
    ['roleId', body(({ roleId }, { pageId }) => ({ roleId, resourceType: 'page', aclArray: [{ resourceId: pageId, acl: { read: false } }] }))],
    ['aclArray[].resourceId', body(({ pageId }, { roleId }) => ({ roleId, resourceType: 'page', aclArray: [{ resourceId: pageId, acl: { edit: true } }] }))],
  ],
  'permission.saveMatrix': [
    ['changes[].roleId', body(({ roleId }, { pageId }) => ({ kind: 'page', changes: [{ roleId, resourceId: pageId, option: 'read', allow: true }] }))],
    ['changes[].resourceId', body(({ pageId }, { roleId }) => ({ kind: 'page', changes: [{ roleId, resourceId: pageId, option: 'edit', allow: true }] }))],
  ],
  'permission.whatIf': [
    ['changes[].roleId', body(({ roleId }, { pageId }) => ({ kind: 'page', changes: [{ roleId, resourceId: pageId, option: 'read', allow: true }] }))],
    ['changes[].resourceId', body(({ pageId }, { roleId }) => ({ kind: 'page', changes: [{ roleId, resourceId: pageId, option: 'edit', allow: true }] }))],
    ['form', body(({ roleId }) => ({ form: { editAcl: [roleId] } }))],
    ['members[].roleId', body(({ roleId }, { userId }) => ({ members: [{ roleId, kind: 'user', subjectId: userId, add: true }] }))],
  ],
  'permission.saveAclForm': ACL.map((name): Way => [name, body(({ roleId }) => ({ ...forms.acl, [name]: [roleId] }))]),
  'runtime.saveSettings': ACL.map((name): Way => [name, body(({ roleId }) => ({ ...forms.runtime, [name]: [roleId] }))]),
  'permission.saveTest': [
    ['roleId', body(({ roleId }) => ({ name: 'Reach', who: 'role', roleId, resource: 'app', option: 'access', expected: true }))],
    ['resource', body(({ pageId }) => ({ name: 'Reach', who: 'guest', resource: `page:${pageId}`, option: 'read', expected: false }))],
    ['id', body(({ testId }) => ({ id: testId, name: 'Reach', who: 'guest', resource: 'app', option: 'access', expected: false }))],
  ],
  'permission.runTests': [['ids', body(({ testId }) => ({ ids: [testId] })), 'empty']],
  'role.addIncludedRoles': [['role', body(({ otherRoleId }) => ({ role: [otherRoleId] }))]],
  'rowPermission.createRowPermission': [
    ['users.roles', (own, their) => ({ body: { ...(callOf('rowPermission.createRowPermission').example.body as object), users: users(their) } })],
  ],
  'permission.updateOption': [['pageId', body(({ pageId }) => ({ pageId, value: 'kept', label: fresh() }))]],
  'permission.deleteOption': [['pageId', (own, their) => ({ query: { pageId: their.pageId, value: own === their ? `gone${++deleted}` : 'gone1' } })]],
  'role.autocompleteUsers': [['roleId', query(({ roleId }) => ({ term: 'made', roleId })), 'empty']],
  'source.test': [['id', (own, { sourceId }) => ({ body: { ...(callOf('source.test').example.body as object), id: sourceId } })]],
  'data.updateRows': [['ids', body(({ rowId }) => ({ ids: [rowId], values: { status: 'paid' } }))]],
  'data.previewRows': [['ids', body(({ rowId }) => ({ ids: [rowId], values: { status: 'new' } }))]],
  'data.restoreRow': [['changeId', body(({ changeId }) => ({ changeId }))]],
  'widgetTemplate.createTemplateApp': [
    ['type', body(({ templateGroupId }) => ({ name: fresh(), body: { type: 'page' }, type: templateGroupId }))],
    ['typeId', body(({ templateGroupId }) => ({ name: fresh(), body: { type: 'page' }, typeId: templateGroupId }))],
  ],
  'widgetTemplate.updateTemplateApp': [
    ['type', body(({ templateGroupId }) => ({ type: templateGroupId }))],
    ['typeId', body(({ templateGroupId }) => ({ typeId: templateGroupId }))],
  ],
  'widgetTemplate.listTemplatesApp': [['type', query(({ templateGroupId }) => ({ type: templateGroupId })), 'empty']],
  'share.create': [
    ['pageId', body(({ pageId }) => ({ type: 1, pageId }))],
    ['templateId', body(({ templateId }) => ({ type: 3, templateId }))],
  ],
  'i18n.listTexts': [['pageId', query(({ pageId }) => ({ pageId })), 'empty']],
  'share.list': [['pageId', query(({ pageId }) => ({ pageId })), 'empty']],
  'share.preview': [['pageId', query(({ pageId }) => ({ pageId }))]],
}
/** And each that a call of an organisation takes. */
const OF_COMPANY: Partial<Record<CallId, Way[]>> = {
  'theme.setDefault': [['sharedThemeId', body(({ sharedThemeId }) => ({ sharedThemeId }))]],
  'sharedTheme.setDefaultCompany': [['themeId', body(({ sharedThemeId }) => ({ themeId: sharedThemeId }))]],
  'sharedTheme.createCompany': [['copyOf', body(({ sharedThemeId }) => ({ name: fresh(), copyOf: sharedThemeId }))]],
  'org.createDepartment': [
    ['parentId', body(({ departmentId }) => ({ name: 'Reach', parentId: departmentId }))],
    ['manager', body(({ userId }, { departmentId }) => ({ name: 'Reach 2', parentId: departmentId, manager: userId }))],
  ],
  'org.updateDepartment': [
    ['parentId', body(({ rootId }) => ({ name: fresh(), parentId: rootId }))],
    ['manager', body(({ userId }) => ({ name: fresh(), manager: userId }))],
    ['positionIds', body(({ positionId }) => ({ name: fresh(), positionIds: [positionId] }))],
  ],
  'org.checkMember': [
    ['departmentIds', query(({ departmentId }) => ({ action: 'move', departmentIds: departmentId }))],
    ['departmentId', query(({ departmentId }) => ({ action: 'remove', departmentId }))],
  ],
  'org.createPosition': [['groupId', body(({ groupId }) => ({ groupId, name: fresh(), level: 3 }))]],
  'org.updatePosition': [['groupId', body(({ groupId }) => ({ groupId, name: fresh(), level: 3 }))]],
  'org.listPositionGroups': [['groupId', query(({ groupId }) => ({ groupId })), 'empty']],
  'org.updateExternalUser': [['appId', (_own, { appId }) => ({ query: { appId }, body: { disabled: true } })]],
  'org.moveMembers': [
    ['to', body(({ rootId }, { userId }) => ({ users: [userId], to: rootId }))],
    ['users', (own, { userId }) => ({ params: { companyKey: 'acme', departmentId: own.rootId as string }, body: { users: [userId], to: own.departmentId } })],
  ],
  ...Object.fromEntries(
    (['org.changeMembers', 'org.previewMembersChange'] as const).map(id => [
      id,
      [
        ['users', body(({ userId }) => ({ action: 'letIn', users: [userId] }))],
        ['departmentId', body(({ departmentId }, { userId }) => ({ action: 'leave', users: [userId], departmentId }))],
        ['to', body(({ rootId }, { userId, departmentId }) => ({ action: 'move', users: [userId], departmentId, to: rootId }))],
      ] satisfies Way[],
    ]),
  ),
  'org.saveDepartmentOrder': [
    ['parentId', body(({ rootId }, { departmentId }) => ({ parentId: rootId, ids: [departmentId] }))],
    ['ids', body(({ departmentId }, { rootId }) => ({ parentId: rootId, ids: [departmentId] }))],
  ],
  'org.savePositionGroupOrder': [['ids', body(({ groupId }) => ({ ids: [groupId] }))]],
  'org.setManager': [['userId', body(({ userId }) => ({ userId }))]],
  'org.updateMember': [['departmentIds', body(({ departmentId }) => ({ departmentIds: departmentId }))]],
  'org.suggestMembers': [['defaultIds', query(({ userId }) => ({ term: 'nobody', defaultIds: userId })), 'empty']],
  'org.suggestPositions': [['defaultIds', query(({ positionId }) => ({ term: 'nothing', defaultIds: positionId })), 'empty']],
  'org.listMembers': [['departmentId', query(({ departmentId }) => ({ departmentId }))]],
  'org.listExternalUsers': [['appId', query(({ appId }) => ({ appId }))]],
  'org.getExternalUser': [['appId', query(({ appId }) => ({ appId }))]],
  'org.removeExternalUser': [['appId', query(({ appId }) => ({ appId }))]],
  'role.addDepartments': [['department', body(({ departmentId }) => ({ department: [departmentId] }))]],
  'rowPermission.createRowPermission': [
    [
      'users.users',
      (own, their) => ({ body: { ...(callOf('rowPermission.createRowPermission').example.body as object), users: { users: [their.userId], roles: [] } } }),
    ],
  ],
  'permission.whatIf': [
    ['members[].subjectId', body(({ userId }, { roleId }) => ({ members: [{ roleId, kind: 'user', subjectId: userId, add: true }] }))],
    ['members[].subjectId', body(({ departmentId }, { roleId }) => ({ members: [{ roleId, kind: 'department', subjectId: departmentId, add: true }] }))],
  ],
  'data.explainRow': [['userId', query(({ userId }) => ({ userId }))]],
  'flow.listDepartmentUsers': [['departmentId', query(({ departmentId }) => ({ departmentId }))]],
  'org.removeMember': [['departmentId', query(({ departmentId }) => ({ departmentId }))]],
  'role.autocompleteExternalUsers': [['appId', query(({ appId }) => ({ term: 'made', appId }))]],
  'intervention.operateNode': [
    ['changeUser', body(({ userId }, { caseId }) => ({ flowDataId: caseId, nodeId: 'approval', action: 'ADD_USER', changeUser: userId }))],
  ],
  'permission.explain': [['userId', query(({ userId }) => ({ userId, resource: 'app', option: 'access' }))]],
  'permission.saveTest': [['userId', body(({ userId }) => ({ name: 'Reach 2', who: 'user', userId, resource: 'app', option: 'access', expected: true }))]],
}

/** Ids that are asked for by another call with the same rule, or that name nothing which somebody owns. */
const ELSEWHERE: Record<string, string> = {
  'release.retryPush id': 'works with a pipeline alone; release.retryPush.test.ts asks with that of another app',
  'release.killPush id': 'of one in progress; release.killPush.test.ts asks with that of another app',
  'release.interfacePush id': 'taken where an installation pushes alone; release.interfacePush.test.ts asks with that of another app',
  'release.startSync services': 'of the platform, for every app that may be sent at all',
  'intervention.planBatch nodeId': 'of a step, which names it in its flow alone',
  'intervention.startMigration flowId': 'does what its plan told, which is asked for with others',
  'intervention.planBatch from': 'of whom tasks of this app are looked for',
  'intervention.planBatch to': 'intervention.planBatch.test.ts asks with somebody of elsewhere',
  ...Object.fromEntries(
    ['userUid', 'flowId', 'nodeId', 'handler', 'from', 'to'].map(at => [
      `intervention.startBatch ${at}`,
      'does what its plan told, which is asked for with others',
    ]),
  ),
  'workingCopy.planMerge pages[].pageId': 'of a page that both sides changed, and no other; workingCopy.planMerge.test.ts asks with one of elsewhere',
  'workingCopy.merge pages[].pageId': 'the same, by the same code',
  'workingCopy.bringRows models': 'workingCopy.bringRows.test.ts asks with a model of elsewhere',
  'release.create stage.people': 'tests/api/release.endStage.test.ts: a stage brings pages alone, which this app has not',
  ...Object.fromEntries(
    ['api.create', 'api.update', 'api.test'].flatMap(call => [
      [`${call} definition.http.auth.clientId`, 'a name that another system knows'],
      [`${call} definition.model.id`, 'of a row, which is found with the rights of who calls'],
    ]),
  ),
  ...Object.fromEntries(
    ['flow.create', 'flow.update'].flatMap(call =>
      [
        'nodes[].id',
        'nodes[].approvers.users',
        'nodes[].approvers.roles',
        'nodes[].empty.users',
        'lines[].id',
        'initiators.users',
        'initiators.roles',
        'initiators.departments',
        'empty.users',
      ].map(at => [
        `${call} definition.${at}`,
        'looked up among the members and roles of the app when a task comes; flow-run.test.ts and flow-people.test.ts ask with others',
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['release.gitPull', 'release.planGitPull'].flatMap(call =>
      ['account', 'repo'].map(at => [`${call} ${at}`, 'looked up as for a push; release.gitPush.test.ts asks with those of others']),
    ),
  ),
  'release.getRemoteStatus transId': 'offered where an installation exports to a platform alone; release.getRemoteStatus.test.ts asks with that of another app',
  ...Object.fromEntries(
    ['release.exportStandaloneRemote', 'release.listRemoteBranches'].map(call => [
      `${call} account`,
      'of the caller, and of no app; release.exportStandaloneRemote.test.ts asks with that of another person',
    ]),
  ),
  'release.importPackage upload': 'as release.planImport, and gone when it went well; release.uploadPackage.test.ts asks with that of another app',
  'release.gitPush account': 'of the caller, and of no app; release.gitPush.test.ts asks with that of another person',
  'release.gitPush repo': 'pushes to a git server; release.gitPush.test.ts asks with that of another app',
  'flow.listRangeOptions values': 'only those of the organisation and app are answered; flow.listRangeOptions.test.ts asks with others',
  ...Object.fromEntries(
    ['flow.create', 'flow.update'].flatMap(call =>
      [
        'nodes[].overdue[].id',
        'nodes[].service.to.users',
        'nodes[].service.to.roles',
        'tests[].id',
        'tests[].starter',
        'tests[].steps[].user',
        'parameters[].id',
      ].map(at => [`${call} definition.${at}`, 'names of the flow itself, or people who are looked up among the members of the app when they are needed']),
    ),
  ),
  ...Object.fromEntries(
    ['approvers.users', 'approvers.roles', 'empty.users', 'starter', 'named', 'approved'].map(at => [
      `flow.findApprovers ${at}`,
      'looked up among the members and roles of the app as when a task comes; those of elsewhere are nobody',
    ]),
  ),
  'flow.getRadar flowId': 'a condition beside app and environment in each of its statements, of which flow.getRadar.test.ts holds the boundaries',
  'flow.saveAbsence deputy': 'flow.saveAbsence.test.ts asks with somebody of elsewhere',
  'flow.saveAbsenceOf deputy': 'as flow.saveAbsence, whose rules it shares',
  'intervention.listInstances nodeId': 'the name of a node within a flow of the app',
  'intervention.undo flowDataId': 'intervention.undo.test.ts asks with an instance of elsewhere; the fixture has nothing to take back',
  'flow.addApprover users': 'flow.addApprover.test.ts asks with somebody of elsewhere; a task waits for others once',
  'flow.approveMany tasks': 'each is decided as by flow.decide, and the answer tells of each why it was not; nothing of elsewhere changes',
  'flow.comment mentions': 'flow.comment.test.ts asks with somebody of elsewhere',
  'flow.readNotices caseId': 'only own messages are read, whatever case is named',
  'flow.saveDraft id': 'found among the own drafts of the app; flow.saveDraft.test.ts asks with others',
  'flow.submitInitiateForm draft': 'only an own draft of the app goes with it',
  'flow.savePreference keep.flowId': 'kept as a condition of an own list, which finds nothing of elsewhere',
  'intervention.getPlan nodeId': 'a node of the instance that is named beside it',
  'intervention.getPlan changeUser': 'as intervention.operateNode, whose operation it tries and takes back',
  'intervention.getPlan skipToNodeId': 'a node of the instance that is named beside it',
  'intervention.solveIncident flowDataId': 'the instance is found as for intervention.operateInstance; the fixture has no incident to solve',
  ...Object.fromEntries(
    [
      'theme.create document.global',
      'theme.saveDraft global',
      'theme.update global',
      'sharedTheme.createCompany document.global',
      'sharedTheme.saveDraftCompany global',
      'sharedTheme.updateCompany global',
    ].flatMap(call =>
      ['brand.body.common', 'neutral[].body.common', 'functional[].body.common'].map(at => [`${call}.colors.${at}[].id`, 'the name of a step of a colour']),
    ),
  ),
  'flow.transfer to': 'flow.transfer.test.ts asks with somebody of elsewhere; a task can be given away once',
  'intervention.operateNode nodeId': 'a node of the instance that is named beside it',
  'intervention.operateNode skipToNodeId': 'a node of the instance that is named beside it',
  'model.updateField relation.modelId': 'as model.addField',
  'page.import parentId': 'as page.create',
  'page.planImport parentId': 'as page.create',
  'rowPermission.updateRowPermission users.users': 'as rowPermission.createRowPermission',
  'rowPermission.updateRowPermission users.roles': 'as rowPermission.createRowPermission',
  'org.listDepartments defaultIds': 'what is opened in a tree of the own organisation',
  ...Object.fromEntries(
    ['createTemplateCompany', 'updateTemplateCompany'].flatMap(call =>
      ['type', 'typeId'].map(at => [`widgetTemplate.${call} ${at}`, 'the rules of all levels are one: as the call of an app']),
    ),
  ),
  ...Object.fromEntries(
    ['createTemplateApp', 'updateTemplateApp', 'createTemplateCompany', 'updateTemplateCompany'].map(call => [
      `widgetTemplate.${call} custom_preview_img`,
      'an image that was uploaded is open to who knows its address',
    ]),
  ),
  'widgetTemplate.listTemplatesCompany type': 'as widgetTemplate.listTemplatesApp',
  'release.checkFixed issueId': 'a hash of the issues that were found',
  'release.checkFixed issues[].id': 'what kind of issue it is, and of which page',
  'release.create rows': 'models of the app whose rows come along; release.planFirst.test.ts asks with one that is no model of it',
  'release.checkFixed issues[].sourceId': 'told back with an issue and not read',
  'release.create issues[].id': 'what kind of issue it is, and of which source; one that is not found settles nothing',
  'release.create issues[].sourceId': 'told back with an issue and not read',
  'release.publishInto issues[].id': 'what kind of issue it is, and of which source; one that is not found settles nothing',
  'release.publishInto issues[].sourceId': 'told back with an issue and not read',
  'release.getMiniappQrcode pushId': 'the id of a release; release.getMiniappQrcode.test.ts asks with one of another organisation',
  'runtime.report errors[].pageId': 'a page of another app is not heard; runtime.report.test.ts says one',
  'setup.releaseStandalone issueId': 'a hash of the issues that were found',
  'setup.releaseStandalone issues[].id': 'what kind of issue it is, and of which page',
}

let world: World
let own: Fixture
let sibling: Fixture
let foreign: Fixture
beforeAll(async () => {
  world = await makeWorld({ trustProxy: '127.0.0.1' })
  const made = [await makeFixture(world), await makeFixture(world), await makeFixture(world, 'globex')]
  for (const fixture of made) {
    const app = await world.db
      .selectFrom('app')
      .select(['id', 'company_id'])
      .where('key', '=', fixture.appKey as string)
      .executeTakeFirstOrThrow()
    const root = await world.db
      .selectFrom('department')
      .select('id')
      .where('company_id', '=', app.company_id)
      .where('parent_id', 'is', null)
      .executeTakeFirstOrThrow()
    const other = await world.db
      .insertInto('role')
      .values({ id: crypto.randomUUID(), company_id: app.company_id, app_id: app.id, name: 'Second' })
      .returning('id')
      .executeTakeFirstOrThrow()
    Object.assign(fixture, { appId: app.id, rootId: root.id, otherRoleId: other.id })
  }
  ;[own, sibling, foreign] = made as [Fixture, Fixture, Fixture]
  for (const [at, fixture] of made.entries())
    for (const value of ['kept', 'gone1', 'gone2'])
      await world.call('permission.createOption', { as: at < 2 ? BOSS : 'dee', params: fixture, body: { pageId: fixture.pageId, value, label: value } })
  await sitIn(world, own.userId as string, [own.departmentId as string])
  const { ownerOption: _owner, ...acl } = (await world.call('permission.getAclForm', { as: BOSS, params: own })).data
  const { standalone: _standalone, parts: _parts, ...runtime } = (await world.call('runtime.getSettings', { as: BOSS, params: own })).data
  Object.assign(forms, { acl, runtime })
})
afterAll(() => world?.close())

/** Nobody may more than these: owner of acme, and of both apps in it. */
const BOSS: Person = 'ann'
const ask = (call: Call, fixture: Fixture, more: Partial<Ask> = {}): Ask => ({ ...exampleOf(call, fixture), as: BOSS, ...more })
const refuses = ({ http }: Reply) => http === 404 || http === 403 || http === 422 || http === 409
const seen = (reply: Reply) => ({ http: reply.http, status: reply.status, code: reply.code, msg: reply.msg, errors: reply.errors })

describe.each([
  ['another app of the organisation', () => sibling],
  ['another organisation', () => foreign],
] as const)('an id of %s in an address', (_name, their) => {
  it.each(CALLS.filter(call => placesOf(call).length && isOfApp(call)).map(call => [call.id, call] as const))('%s', async (id, call) => {
    const before = await world.stored()
    const base = ask(call, own)
    for (const place of placesOf(call)) {
      if (own[place] === their()[place]) continue
      // What belongs to the organisation is the same in all of its apps.
      if (their() === sibling && ['userId', 'departmentId'].includes(place)) continue
      if (place === 'memberIds' && their() === sibling) continue
      const reply = await world.call(id as CallId, { ...base, params: { ...base.params, [place]: their()[place] as string } })
      // Taking away what is not there is done at once.
      if (place === 'memberIds') expect.soft(reply.data).toEqual({ removed: 0 })
      else expect.soft({ place, ...seen(reply) }).toMatchObject({ place, http: 404 })
    }
    expect(await world.stored()).toBe(before)
  })
})

describe('an id of another organisation in an address of an organisation', () => {
  it.each(CALLS.filter(call => placesOf(call).length && isOfCompany(call)).map(call => [call.id, call] as const))('%s', async (id, call) => {
    const before = await world.stored()
    const base = ask(call, own)
    for (const place of placesOf(call)) {
      if (own[place] === foreign[place]) continue
      const reply = await world.call(id as CallId, { ...base, params: { ...base.params, [place]: foreign[place] as string } })
      expect.soft({ place, ...seen(reply) }).toMatchObject({ place, http: 404 })
    }
    expect(await world.stored()).toBe(before)
  })
})

/** The same call with an id of its own app goes through, so that the other one is refused for the id alone. */
async function reaches(id: CallId, make: Way[1], their: Fixture, then: Way[2]) {
  const call = callOf(id)
  const before = await world.stored()
  const reply = await world.call(id, ask(call, own, make(own, their)))
  if (then === 'empty' && reply.status === 0) {
    const { total, items = [], roles } = reply.data
    expect({ total: total ?? 0, items: roles ? [] : items, roles: roles ?? [] }).toEqual({ total: 0, items: [], roles: [] })
  } else expect({ ...seen(reply), refused: refuses(reply) }).toMatchObject({ refused: true })
  expect(await world.stored()).toBe(before)
  const proper = await world.call(id, ask(call, own, make(own, own)))
  expect(seen(proper)).toMatchObject({ status: 0 })
}
const rows = (table: Partial<Record<CallId, Way[]>>) =>
  Object.entries(table).flatMap(([id, ways]) => ways.map(([name, make, then]) => [`${id} ${name}`, id as CallId, make, then] as const))

describe('an id of another app in a query or a body', () => {
  it.each(rows(OF_APP))('%s', async (_name, id, make, then) => {
    await reaches(id, make, sibling, then)
  })
})
describe('an id of another organisation in a query or a body', () => {
  it.each(rows(OF_APP))('%s', async (_name, id, make, then) => {
    await reaches(id, make, foreign, then)
  })
  it.each(rows(OF_COMPANY))('%s', async (_name, id, make, then) => {
    await reaches(id, make, foreign, then)
  })
})

/** Where the schema of a query or a body takes ids: by their pattern, or by their name. */
function idsIn(schema: unknown, at = ''): string[] {
  if (!schema || typeof schema !== 'object') return []
  const {
    properties = {},
    items,
    pattern,
    anyOf = [],
  } = schema as { properties?: Record<string, unknown>; items?: unknown; pattern?: string; anyOf?: unknown[] }
  const name = at.split('.').at(-1) ?? ''
  const isId = pattern?.includes('[0-9a-f]{8}') || (/(^|[a-z])(Id|Ids)$|^ids?$/.test(name.replace('[]', '')) && !items)
  return [
    ...(isId ? [at.replace(/\[\]$/, '')] : []),
    ...Object.entries(properties).flatMap(([key, inner]) => idsIn(inner, at ? `${at}.${key}` : key)),
    ...idsIn(items, `${at}[]`),
    ...anyOf.flatMap(inner => idsIn(inner, at)),
  ]
}

it('every id that a call takes is asked for with one of elsewhere', () => {
  const asked = new Set([...Object.entries(OF_APP), ...Object.entries(OF_COMPANY)].flatMap(([id, ways]) => ways.map(([name]) => `${id} ${name}`)))
  const missing = CALLS.flatMap(call => [...new Set([...idsIn(call.schemas.query), ...idsIn(call.schemas.body)])].map(at => `${call.id} ${at}`)).filter(
    id => !asked.has(id) && !(id in ELSEWHERE),
  )
  expect(missing, 'add them to OF_APP or OF_COMPANY').toEqual([])
})

/** What the lists of an environment give in it, by the permission that a contract asks for. */
const OF_ENVIRONMENT = ['access', 'settings', 'createRole', 'resourceAcl', 'dataManage', 'flowManage', 'viewLog']
const DUTIES = ['read', 'edit', 'adminRole', 'createRole', 'resource', 'dataManage', 'flowManage', 'viewLog']

describe('somebody with every duty of one environment, and none of the app', () => {
  let qa: Fixture
  beforeAll(async () => {
    const scope = { company_id: world.ids.acme, app_id: sibling.appId as string }
    const release = { title: 'For testers', version: '2.0.0', tag: 'qa', from: 'dev', models: 'apply' }
    const released = await world.call('release.create', {
      as: BOSS,
      params: { companyKey: 'acme', appUrlKey: `${sibling.appKey}-dev` },
      query: { sync: 1 },
      body: release,
    })
    expect(seen(released)).toMatchObject({ status: 0 })
    await world.db.deleteFrom('permission_list').where('app_id', '=', scope.app_id).execute()
    const tester = sibling.otherRoleId as string
    await world.db
      .insertInto('permission_list')
      .values([
        ...[...DUTIES, 'publish', 'delete', 'sync', 'role.create'].map(list => ({ ...scope, environment: '', list, roles: [] })),
        ...DUTIES.map(list => ({ ...scope, environment: 'qa', list, roles: [tester] })),
      ])
      .execute()
    await world.db
      .insertInto('role_member')
      .values({ ...scope, role_id: tester, kind: 'user', subject_id: world.ids.ben })
      .execute()
    qa = { ...sibling, appUrlKey: `${sibling.appKey}-qa`, appKey: `${sibling.appKey}` }
  })

  /** One figure of the rows of each of these tables that has some. */
  async function sums(tables: { name: string; where?: string }[]): Promise<[string, string][]> {
    const parts = tables.map(
      ({ name, where = '' }) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t ${where} having count(*) > 0`,
    )
    const { rows } = await world.pool.query<{ name: string; sum: string }>(parts.join(' union all '))
    return rows.map(({ name, sum }) => [name, sum])
  }

  let platform: { stored: string; outside: Record<string, string> } | undefined
  /** Everything but what is of the environment itself: what has a tag by that, the app's numbers of versions and its roles by name. */
  async function outside(): Promise<Record<string, string>> {
    const stored = await world.stored()
    if (platform?.stored !== stored) {
      const lines = new Map(stored.split('\n').map(line => [line.slice(0, line.indexOf(' ')), line]))
      // What belongs to a row with a tag has none itself: `row_change_row`.
      for (const table of ['app', 'role', 'permission_version', 'permission_change', 'row_change_row']) lines.delete(table)
      // How somebody wants to hear of tasks is each person's own, in whichever environment it was said.
      lines.delete('flow_preference')
      const { rows } = await world.pool.query<{ name: string; column: string }>(
        `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
         where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname in ('tag', 'environment')`,
      )
      const tagged = rows.filter(({ name }) => lines.delete(name))
      // A table without a row is not among them, whatever was in it.
      for (const [name, sum] of await sums(tagged.map(({ name, column }) => ({ name, where: `where "${column}" <> 'qa'` })))) lines.set(name, sum)
      platform = { stored, outside: Object.fromEntries(lines) }
    }
    const { rows: tables } = await world.pool.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname like 'app%' and n.nspname not like '%qa' order by 1`,
    )
    expect(tables.length).toBeGreaterThan(0)
    return { ...platform.outside, tables: tables.map(({ name }) => name).join(), ...Object.fromEntries(await sums(tables)) }
  }

  const at = (call: Call): Ask => {
    const made = exampleOf(call, qa)
    return { ...made, as: 'ben', params: { ...made.params, ...(made.params?.appUrlKey && { appUrlKey: qa.appUrlKey as string }) } }
  }
  const needed = (call: Call) => call.access.slice('app.'.length)

  it.each(CALLS.filter(isOfApp).map(call => [call.id, call] as const))('%s', async (id, call) => {
    const before = await outside()
    const reply = await world.call(id as CallId, at(call))
    // An address that spells out dev is one of the app itself.
    const isHere = call.path.includes('{appUrlKey}') || call.scope === 'headers'
    const through = isHere && OF_ENVIRONMENT.includes(needed(call))
    expect({ denied: reply.code === 'access.denied', failed: reply.http >= 500 && reply.http !== 503 }).toEqual({ denied: !through, failed: false })
    expect(await outside()).toEqual(before)
  })

  it.each([
    ['permission.saveMatrix', 'edit', 403],
    ['permission.saveMatrix', 'delete', 403],
    ['permission.saveMatrix', 'read', 200],
    ['permission.saveAcl', 'edit', 403],
    ['permission.saveAcl', 'delete', 403],
    ['permission.saveAcl', 'read', 200],
  ] as const)('%s: %s of a page is answered with %i', async (id, option, http) => {
    const roleId = sibling.roleId as string
    const resourceId = sibling.pageId as string
    const allow = id === 'permission.saveMatrix'
    const before = await outside()
    const reply = await world.call(id, {
      as: 'ben',
      params: { companyKey: 'acme', appUrlKey: qa.appUrlKey as string },
      // What holds in every environment is not changed beside what holds here either.
      body: allow
        ? { kind: 'page', changes: ['read', option].map(one => ({ roleId, resourceId, option: one, allow })) }
        : { roleId, resourceType: 'page', aclArray: [{ resourceId, acl: { read: allow, [option]: allow } }] },
    })
    expect({ http: reply.http, code: reply.code }).toEqual({ http, code: http === 200 ? undefined : 'permission.denied' })
    expect(await outside()).toEqual(before)
  })

  it('is shown as not to be changed what holds in every environment', async () => {
    const params = { companyKey: 'acme', appUrlKey: qa.appUrlKey as string }
    const locked = async (as: Person) =>
      (await world.call('permission.getMatrix', { as, params, query: { kind: 'page' } })).data.options
        .filter((one: { locked?: boolean }) => one.locked)
        .map((one: { value: string }) => one.value)
    expect(await locked('ben')).toEqual(['edit', 'delete'])
    expect(await locked(BOSS)).toEqual([])
    const { items } = (await world.call('permission.listResources', { as: 'ben', params, query: { resourceType: 'page', roleId: sibling.roleId as string } }))
      .data
    const page = items.find((one: { isGroup: boolean }) => !one.isGroup)
    expect(page.acl.options.map((one: { value: string; disabled: boolean }) => [one.value, one.disabled]).slice(0, 3)).toEqual([
      ['read', false],
      ['edit', true],
      ['delete', true],
    ])
  })

  it('finds rows of its own environment alone', async () => {
    const params = { companyKey: 'acme', dsKey: 'main', dmKey: 'order' }
    const rows = (tag: string) => world.call('data.listRows', { as: 'ben', params: { ...params, appUrlKey: `${sibling.appKey}-${tag}` } })
    const add = (tag: string) => world.call('data.createRow', { as: 'ben', params: { ...params, appUrlKey: `${sibling.appKey}-${tag}` }, body: {} })
    // Managing its data gives no right on rows; the right to add them is given for this environment.
    expect((await add('qa')).http).toBe(403)
    const scope = { company_id: world.ids.acme, app_id: sibling.appId as string }
    const { id: resource_id } = await world.db
      .selectFrom('data_model')
      .select('id')
      .where('app_id', '=', scope.app_id)
      .where('key', '=', params.dmKey)
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('permission_override')
      .values({ ...scope, role_id: sibling.otherRoleId as string, kind: 'model', option: 'createRows', resource_id, environment: 'qa', allow: true })
      .execute()
    expect((await add('dev')).http).toBe(403)
    const added = await add('qa')
    expect(seen(added)).toMatchObject({ status: 0 })
    const here = await rows('qa')
    expect(here.data.items.map((row: { id: string }) => row.id)).toContain(added.data.id)
    expect(here.data.items.map((row: { id: string }) => row.id)).not.toContain(sibling.rowId)
    expect((await rows('dev')).http).toBe(403)
    const over = await world.call('data.getRow', { as: 'ben', params: { ...params, appUrlKey: `${sibling.appKey}-qa`, rowId: sibling.rowId as string } })
    expect(over.http).toBe(404)
  })

  it('reads of the log what was done there', async () => {
    const params = { companyKey: 'acme', appUrlKey: `${sibling.appKey}-qa` }
    await world.call('page.create', { as: BOSS, params: { ...params, appUrlKey: `${sibling.appKey}-dev` }, body: { name: 'Hidden', kind: 'page' } })
    const mine = await world.call('log.listLogs', { as: 'ben', params })
    const all = await world.call('log.listLogs', { as: BOSS, params })
    const paths = (reply: Reply): string[] => reply.data.items.map((item: { url: string }) => item.url)
    expect(paths(mine).length).toBeGreaterThan(0)
    expect(paths(mine).filter(path => !path.includes(`${sibling.appKey}-qa`))).toEqual([])
    expect(paths(all).some(path => path.includes(`${sibling.appKey}-dev`))).toBe(true)
  })
})
