import type { Input } from '../../handler.ts'

const LISTS = ['readAcl', 'editAcl', 'adminRoleAcl', 'createRoleAcl', 'dataManageAcl', 'flowManageAcl', 'viewLogAcl', 'resourceAcl'] as const

/** What is asked of a publish, as the service takes it: access lists, options for programs of others and those for mini-programs (`given`) each in one piece. */
export function publishOf({
  sync: _sync,
  jssdkPages,
  jssdkHistoryMode,
  jssdkRemFactor,
  stage,
  exportAllImages,
  appletType,
  runtime,
  runtimeVersion,
  lastRuntimeVersion,
  codeType,
  ...body
}: Input<'release.create'>['body']) {
  const lists = Object.fromEntries(LISTS.flatMap(field => (body[field] ? [[field, body[field]]] : [])))
  for (const field of LISTS) delete body[field]
  return {
    ...body,
    given: { exportAllImages, appletType, runtime, runtimeVersion, lastRuntimeVersion, codeType },
    ...(Object.keys(lists).length && { lists }),
    ...(stage && { stage: { percent: stage.percent, people: stage.people ?? [], takesBack: stage.takesBack ?? false } }),
    ...((jssdkPages?.length || jssdkHistoryMode || jssdkRemFactor) && {
      jssdk: {
        ...(jssdkPages && { pages: jssdkPages }),
        ...(jssdkHistoryMode && { historyMode: jssdkHistoryMode }),
        ...(jssdkRemFactor && { remFactor: jssdkRemFactor }),
      },
    }),
  }
}
