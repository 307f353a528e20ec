// Every call and its handler; a contract without one does not compile.
import type { Handlers } from '../handler.ts'
import { generalGetConfig } from './general/getConfig.ts'
import { generalSession } from './general/session.ts'
import { inboxList } from './inbox/list.ts'
import { inboxMarkRead } from './inbox/markRead.ts'
import { inboxMarkAllRead } from './inbox/markAllRead.ts'
import { generalSignOut } from './general/signOut.ts'
import { generalSite } from './general/site.ts'
import { screenGet } from './screen/get.ts'
import { screenList } from './screen/list.ts'
import { screenGetDraft } from './screen/getDraft.ts'
import { screenSaveDraft } from './screen/saveDraft.ts'
import { screenWithdraw } from './screen/withdraw.ts'
import { screenSaveGrant } from './screen/saveGrant.ts'
import { screenDiscardDraft } from './screen/discardDraft.ts'
import { screenPublish } from './screen/publish.ts'
import { screenListGrants } from './screen/listGrants.ts'
import { screenListVersions } from './screen/listVersions.ts'
import { screenGetVersion } from './screen/getVersion.ts'
import { screenCheck } from './screen/check.ts'
import { screenDiff } from './screen/diff.ts'
import { screenRestore } from './screen/restore.ts'
import { screenReset } from './screen/reset.ts'
import { screenExport } from './screen/export.ts'
import { screenImportFiles } from './screen/importFiles.ts'
import { screenRemoveGrant } from './screen/removeGrant.ts'
import { screenPresence } from './screen/presence.ts'
import { screenRelease } from './screen/release.ts'
import { screenReport } from './screen/report.ts'
import { screenEvents } from './screen/events.ts'
import { screenBlame } from './screen/blame.ts'
import { screenSolve } from './screen/solve.ts'
import { setupGetInstall } from './setup/getInstall.ts'
import { setupGetUpgradeDb } from './setup/getUpgradeDb.ts'
import { setupSubmitInstall } from './setup/submitInstall.ts'
import { setupSubmitUpgradeDb } from './setup/submitUpgradeDb.ts'
import { signinLogin } from './signin/login.ts'
import { setupSubmitOrgInstall } from './setup/submitOrgInstall.ts'
import { setupSetPassword } from './setup/setPassword.ts'
import { setupSubmitLicense } from './setup/submitLicense.ts'
import { signinGetOptions } from './signin/getOptions.ts'
import { companyCheckCreate } from './company/checkCreate.ts'
import { companyCreateCompany } from './company/createCompany.ts'
import { companyList } from './company/list.ts'
import { companyGet } from './company/get.ts'
import { appList } from './app/list.ts'
import { appListMine } from './app/listMine.ts'
import { appCreate } from './app/create.ts'
import { appGet } from './app/get.ts'
import { appUpdate } from './app/update.ts'
import { appCopy } from './app/copy.ts'
import { appArchive } from './app/archive.ts'
import { appDelete } from './app/delete.ts'
import { generalUploadImage } from './general/uploadImage.ts'
import { generalGetFile } from './general/getFile.ts'
import { entryCreate } from './entry/create.ts'
import { entryDelete } from './entry/delete.ts'
import { entrySaveOrder } from './entry/saveOrder.ts'
import { entryUpdate } from './entry/update.ts'
import { portalListEntries } from './portal/listEntries.ts'
import { logListLogs } from './log/listLogs.ts'
import { logGetSettings } from './log/getSettings.ts'
import { logSaveSettings } from './log/saveSettings.ts'
import { outboxList } from './outbox/list.ts'
import { outboxGet } from './outbox/get.ts'
import { pageList } from './page/list.ts'
import { pageCreate } from './page/create.ts'
import { pageGet } from './page/get.ts'
import { pageUpdate } from './page/update.ts'
import { pageDelete } from './page/delete.ts'
import { pageCheck } from './page/check.ts'
import { pageCopy } from './page/copy.ts'
import { pageSaveOrder } from './page/saveOrder.ts'
import { pageSaveDraft } from './page/saveDraft.ts'
import { pageDiscardDraft } from './page/discardDraft.ts'
import { pageListVersions } from './page/listVersions.ts'
import { pageGetVersion } from './page/getVersion.ts'
import { pageRestoreVersion } from './page/restoreVersion.ts'
import { pagePresence } from './page/presence.ts'
import { releaseInitRelease } from './release/initRelease.ts'
import { releaseCreate } from './release/create.ts'
import { releaseList } from './release/list.ts'
import { releaseGet } from './release/get.ts'
import { runtimeSite } from './runtime/site.ts'
import { runtimePage } from './runtime/page.ts'
import { pageImport } from './page/import.ts'
import { releaseExportPackage } from './release/exportPackage.ts'
import { setupSubmitAppInstall } from './setup/submitAppInstall.ts'
import { setupReleaseStandalone } from './setup/releaseStandalone.ts'
import { setupCheckFixed } from './setup/checkFixed.ts'
import { orgListDepartments } from './org/listDepartments.ts'
import { orgCreateDepartment } from './org/createDepartment.ts'
import { orgUpdateDepartment } from './org/updateDepartment.ts'
import { orgDeleteDepartment } from './org/deleteDepartment.ts'
import { orgSaveDepartmentOrder } from './org/saveDepartmentOrder.ts'
import { orgListMembers } from './org/listMembers.ts'
import { orgListCandidates } from './org/listCandidates.ts'
import { orgGetMember } from './org/getMember.ts'
import { orgCheckMember } from './org/checkMember.ts'
import { orgAddMember } from './org/addMember.ts'
import { orgUpdateMember } from './org/updateMember.ts'
import { orgMoveMembers } from './org/moveMembers.ts'
import { orgSyncDepartments } from './org/syncDepartments.ts'
import { orgGetSyncSettings } from './org/getSyncSettings.ts'
import { orgSaveSyncSettings } from './org/saveSyncSettings.ts'
import { orgRemoveSyncSettings } from './org/removeSyncSettings.ts'
import { orgTestSync } from './org/testSync.ts'
import { orgListSyncRuns } from './org/listSyncRuns.ts'
import { orgGetSyncRun } from './org/getSyncRun.ts'
import { orgListSyncChanges } from './org/listSyncChanges.ts'
import { orgConfirmSync } from './org/confirmSync.ts'
import { orgCancelSync } from './org/cancelSync.ts'
import { orgUndoSync } from './org/undoSync.ts'
import { orgSetManager } from './org/setManager.ts'
import { orgBanMember } from './org/banMember.ts'
import { orgRemoveMember } from './org/removeMember.ts'
import { orgListPositionGroups } from './org/listPositionGroups.ts'
import { orgCreatePositionGroup } from './org/createPositionGroup.ts'
import { orgUpdatePositionGroup } from './org/updatePositionGroup.ts'
import { orgDeletePositionGroup } from './org/deletePositionGroup.ts'
import { orgSavePositionGroupOrder } from './org/savePositionGroupOrder.ts'
import { orgListPositions } from './org/listPositions.ts'
import { orgCreatePosition } from './org/createPosition.ts'
import { orgUpdatePosition } from './org/updatePosition.ts'
import { orgDeletePosition } from './org/deletePosition.ts'
import { orgListExternalUsers } from './org/listExternalUsers.ts'
import { orgGetExternalUser } from './org/getExternalUser.ts'
import { orgUpdateExternalUser } from './org/updateExternalUser.ts'
import { orgRemoveExternalUser } from './org/removeExternalUser.ts'
import { orgGetInvitation } from './org/getInvitation.ts'
import { orgAcceptInvitation } from './org/acceptInvitation.ts'
import { orgImportDepartments } from './org/importDepartments.ts'
import { orgDownloadImportTemplate } from './org/downloadImportTemplate.ts'
import { orgGetImport } from './org/getImport.ts'
import { orgListImportRows } from './org/listImportRows.ts'
import { orgConfirmImport } from './org/confirmImport.ts'
import { orgCancelImport } from './org/cancelImport.ts'
import { orgDownloadImportErrors } from './org/downloadImportErrors.ts'
import { orgExportMembers } from './org/exportMembers.ts'
import { resetGetCaptcha } from './reset/getCaptcha.ts'
import { resetGetQuestion } from './reset/getQuestion.ts'
import { resetSendPhoneCode } from './reset/sendPhoneCode.ts'
import { resetSendEmailCode } from './reset/sendEmailCode.ts'
import { resetVerifyAccount } from './reset/verifyAccount.ts'
import { resetResetPassword } from './reset/resetPassword.ts'
import { shareGetPage } from './share/getPage.ts'
import { shareGetWidgetTpl } from './share/getWidgetTpl.ts'
import { shareUnlock } from './share/unlock.ts'
import { shareGetFile } from './share/getFile.ts'
import { shareList } from './share/list.ts'
import { shareCreate } from './share/create.ts'
import { shareGet } from './share/get.ts'
import { shareUpdate } from './share/update.ts'
import { shareSetOpen } from './share/setOpen.ts'
import { shareRefresh } from './share/refresh.ts'
import { shareDelete } from './share/delete.ts'
import { shareListVisits } from './share/listVisits.ts'
import { shareGetScripts } from './share/getScripts.ts'
import { shareSaveAppScripts } from './share/saveAppScripts.ts'
import { shareSaveCompanyScripts } from './share/saveCompanyScripts.ts'
import { roleListRoles } from './role/listRoles.ts'
import { roleCreateRole } from './role/createRole.ts'
import { roleUpdateRole } from './role/updateRole.ts'
import { roleDeleteRole } from './role/deleteRole.ts'
import { roleGetRoleMemberships } from './role/getRoleMemberships.ts'
import { roleListMembers } from './role/listMembers.ts'
import { roleAddUsers } from './role/addUsers.ts'
import { roleImportUsers } from './role/importUsers.ts'
import { roleDownloadImportTemplate } from './role/downloadImportTemplate.ts'
import { roleAddDepartments } from './role/addDepartments.ts'
import { roleAddIncludedRoles } from './role/addIncludedRoles.ts'
import { roleListDepartments } from './role/listDepartments.ts'
import { roleListIncludable } from './role/listIncludable.ts'
import { roleRemoveMemberships } from './role/removeMemberships.ts'
import { roleRemoveMembers } from './role/removeMembers.ts'
import { roleResetMemberPassword } from './role/resetMemberPassword.ts'
import { roleAutocompleteUsers } from './role/autocompleteUsers.ts'
import { roleAutocompleteExternalUsers } from './role/autocompleteExternalUsers.ts'
import { orgListScimTokens } from './org/listScimTokens.ts'
import { orgCreateScimToken } from './org/createScimToken.ts'
import { orgRevokeScimToken } from './org/revokeScimToken.ts'
import { scimGetConfig } from './scim/getConfig.ts'
import { scimListResourceTypes } from './scim/listResourceTypes.ts'
import { scimListSchemas } from './scim/listSchemas.ts'
import { scimGetResourceType } from './scim/getResourceType.ts'
import { scimGetSchema } from './scim/getSchema.ts'
import { scimList } from './scim/list.ts'
import { scimSearch } from './scim/search.ts'
import { scimCreate } from './scim/create.ts'
import { scimGet } from './scim/get.ts'
import { scimReplace } from './scim/replace.ts'
import { scimPatch } from './scim/patch.ts'
import { scimDelete } from './scim/delete.ts'
import { scimBulk } from './scim/bulk.ts'
import { permissionListRoles } from './permission/listRoles.ts'
import { permissionListResourceTypes } from './permission/listResourceTypes.ts'
import { permissionListResources } from './permission/listResources.ts'
import { permissionSaveAcl } from './permission/saveAcl.ts'
import { permissionSaveMatrix } from './permission/saveMatrix.ts'
import { permissionGetMatrix } from './permission/getMatrix.ts'
import { permissionCreateOption } from './permission/createOption.ts'
import { permissionUpdateOption } from './permission/updateOption.ts'
import { permissionDeleteOption } from './permission/deleteOption.ts'
import { permissionGetAclForm } from './permission/getAclForm.ts'
import { permissionSaveAclForm } from './permission/saveAclForm.ts'
import { permissionExplain } from './permission/explain.ts'
import { permissionWhoCan } from './permission/whoCan.ts'
import { runtimeGetSettings } from './runtime/getSettings.ts'
import { runtimeSaveSettings } from './runtime/saveSettings.ts'
import { appSettingGetSetting } from './appSetting/getSetting.ts'
import { sourceList } from './source/list.ts'
import { sourceCreate } from './source/create.ts'
import { sourceUpdate } from './source/update.ts'
import { sourceDelete } from './source/delete.ts'
import { sourceTest } from './source/test.ts'
import { sourceListTables } from './source/listTables.ts'
import { sourceReadTables } from './source/readTables.ts'
import { sourcePlan } from './source/plan.ts'
import { sourceApply } from './source/apply.ts'
import { modelList } from './model/list.ts'
import { modelGet } from './model/get.ts'
import { modelCreate } from './model/create.ts'
import { modelUpdate } from './model/update.ts'
import { modelDelete } from './model/delete.ts'
import { modelAddField } from './model/addField.ts'
import { modelUpdateField } from './model/updateField.ts'
import { modelDeleteField } from './model/deleteField.ts'
import { modelSaveFieldOrder } from './model/saveFieldOrder.ts'
import { modelAddIndex } from './model/addIndex.ts'
import { modelDeleteIndex } from './model/deleteIndex.ts'
import { dataListSources } from './data/listSources.ts'
import { dataListModels } from './data/listModels.ts'
import { dataListRows } from './data/listRows.ts'
import { dataListChoices } from './data/listChoices.ts'
import { dataGetRow } from './data/getRow.ts'
import { dataCreateRow } from './data/createRow.ts'
import { dataUpdateRow } from './data/updateRow.ts'
import { dataUpdateRows } from './data/updateRows.ts'
import { dataDeleteRows } from './data/deleteRows.ts'
import { permissionWhatIf } from './permission/whatIf.ts'
import { permissionListVersions } from './permission/listVersions.ts'
import { permissionGetVersion } from './permission/getVersion.ts'
import { permissionRestoreVersion } from './permission/restoreVersion.ts'
import { permissionListTests } from './permission/listTests.ts'
import { permissionSaveTest } from './permission/saveTest.ts'
import { permissionDeleteTest } from './permission/deleteTest.ts'
import { permissionRunTests } from './permission/runTests.ts'
import { rowPermissionListModels } from './rowPermission/listModels.ts'
import { rowPermissionListRowPermissions } from './rowPermission/listRowPermissions.ts'
import { rowPermissionCreateRowPermission } from './rowPermission/createRowPermission.ts'
import { rowPermissionUpdateRowPermission } from './rowPermission/updateRowPermission.ts'
import { rowPermissionDeleteRowPermission } from './rowPermission/deleteRowPermission.ts'
import { rowPermissionGetConditionSource } from './rowPermission/getConditionSource.ts'

export const handlers: Handlers = {
  'general.getConfig': generalGetConfig,
  'general.session': generalSession,
  'general.signOut': generalSignOut,
  'screen.get': screenGet,
  'screen.list': screenList,
  'screen.getDraft': screenGetDraft,
  'screen.saveDraft': screenSaveDraft,
  'screen.presence': screenPresence,
  'screen.release': screenRelease,
  'screen.withdraw': screenWithdraw,
  'screen.listGrants': screenListGrants,
  'screen.saveGrant': screenSaveGrant,
  'screen.removeGrant': screenRemoveGrant,
  'screen.discardDraft': screenDiscardDraft,
  'screen.publish': screenPublish,
  'screen.listVersions': screenListVersions,
  'screen.getVersion': screenGetVersion,
  'screen.check': screenCheck,
  'screen.diff': screenDiff,
  'screen.restore': screenRestore,
  'screen.reset': screenReset,
  'screen.export': screenExport,
  'screen.importFiles': screenImportFiles,
  'screen.report': screenReport,
  'screen.events': screenEvents,
  'setup.getInstall': setupGetInstall,
  'setup.getUpgradeDb': setupGetUpgradeDb,
  'setup.submitInstall': setupSubmitInstall,
  'setup.submitUpgradeDb': setupSubmitUpgradeDb,
  'signin.login': signinLogin,
  'setup.submitOrgInstall': setupSubmitOrgInstall,
  'setup.setPassword': setupSetPassword,
  'setup.submitLicense': setupSubmitLicense,
  'signin.getOptions': signinGetOptions,
  'company.checkCreate': companyCheckCreate,
  'company.createCompany': companyCreateCompany,
  'company.list': companyList,
  'company.get': companyGet,
  'app.list': appList,
  'app.listMine': appListMine,
  'app.create': appCreate,
  'app.get': appGet,
  'app.update': appUpdate,
  'app.copy': appCopy,
  'app.archive': appArchive,
  'app.delete': appDelete,
  'general.uploadImage': generalUploadImage,
  'general.getFile': generalGetFile,
  'entry.create': entryCreate,
  'entry.update': entryUpdate,
  'entry.delete': entryDelete,
  'entry.saveOrder': entrySaveOrder,
  'portal.listEntries': portalListEntries,
  'log.listLogs': logListLogs,
  'log.getSettings': logGetSettings,
  'log.saveSettings': logSaveSettings,
  'outbox.list': outboxList,
  'outbox.get': outboxGet,
  'inbox.list': inboxList,
  'general.site': generalSite,
  'screen.blame': screenBlame,
  'screen.solve': screenSolve,
  'inbox.markRead': inboxMarkRead,
  'inbox.markAllRead': inboxMarkAllRead,
  'page.list': pageList,
  'page.create': pageCreate,
  'page.get': pageGet,
  'page.update': pageUpdate,
  'page.delete': pageDelete,
  'page.check': pageCheck,
  'page.copy': pageCopy,
  'page.saveOrder': pageSaveOrder,
  'page.saveDraft': pageSaveDraft,
  'page.discardDraft': pageDiscardDraft,
  'page.listVersions': pageListVersions,
  'page.getVersion': pageGetVersion,
  'page.restoreVersion': pageRestoreVersion,
  'page.presence': pagePresence,
  'release.initRelease': releaseInitRelease,
  'release.create': releaseCreate,
  'release.list': releaseList,
  'release.get': releaseGet,
  'runtime.site': runtimeSite,
  'runtime.page': runtimePage,
  'page.import': pageImport,
  'release.exportPackage': releaseExportPackage,
  'setup.submitAppInstall': setupSubmitAppInstall,
  'setup.releaseStandalone': setupReleaseStandalone,
  'setup.checkFixed': setupCheckFixed,
  'org.listDepartments': orgListDepartments,
  'org.createDepartment': orgCreateDepartment,
  'org.updateDepartment': orgUpdateDepartment,
  'org.deleteDepartment': orgDeleteDepartment,
  'org.saveDepartmentOrder': orgSaveDepartmentOrder,
  'org.listMembers': orgListMembers,
  'org.listCandidates': orgListCandidates,
  'org.getMember': orgGetMember,
  'org.checkMember': orgCheckMember,
  'org.addMember': orgAddMember,
  'org.updateMember': orgUpdateMember,
  'org.moveMembers': orgMoveMembers,
  'org.syncDepartments': orgSyncDepartments,
  'org.getSyncSettings': orgGetSyncSettings,
  'org.saveSyncSettings': orgSaveSyncSettings,
  'org.removeSyncSettings': orgRemoveSyncSettings,
  'org.testSync': orgTestSync,
  'org.listSyncRuns': orgListSyncRuns,
  'org.getSyncRun': orgGetSyncRun,
  'org.listSyncChanges': orgListSyncChanges,
  'org.confirmSync': orgConfirmSync,
  'org.cancelSync': orgCancelSync,
  'org.undoSync': orgUndoSync,
  'org.setManager': orgSetManager,
  'org.banMember': orgBanMember,
  'org.removeMember': orgRemoveMember,
  'org.listPositionGroups': orgListPositionGroups,
  'org.createPositionGroup': orgCreatePositionGroup,
  'org.updatePositionGroup': orgUpdatePositionGroup,
  'org.deletePositionGroup': orgDeletePositionGroup,
  'org.savePositionGroupOrder': orgSavePositionGroupOrder,
  'org.listPositions': orgListPositions,
  'org.createPosition': orgCreatePosition,
  'org.updatePosition': orgUpdatePosition,
  'org.deletePosition': orgDeletePosition,
  'org.listExternalUsers': orgListExternalUsers,
  'org.getExternalUser': orgGetExternalUser,
  'org.updateExternalUser': orgUpdateExternalUser,
  'org.removeExternalUser': orgRemoveExternalUser,
  'org.getInvitation': orgGetInvitation,
  'org.acceptInvitation': orgAcceptInvitation,
  'org.importDepartments': orgImportDepartments,
  'org.downloadImportTemplate': orgDownloadImportTemplate,
  'org.getImport': orgGetImport,
  'org.listImportRows': orgListImportRows,
  'org.confirmImport': orgConfirmImport,
  'org.cancelImport': orgCancelImport,
  'org.downloadImportErrors': orgDownloadImportErrors,
  'org.exportMembers': orgExportMembers,
  'reset.getCaptcha': resetGetCaptcha,
  'reset.getQuestion': resetGetQuestion,
  'reset.sendPhoneCode': resetSendPhoneCode,
  'reset.sendEmailCode': resetSendEmailCode,
  'reset.verifyAccount': resetVerifyAccount,
  'reset.resetPassword': resetResetPassword,
  'share.getPage': shareGetPage,
  'share.getWidgetTpl': shareGetWidgetTpl,
  'share.unlock': shareUnlock,
  'share.getFile': shareGetFile,
  'share.list': shareList,
  'share.create': shareCreate,
  'share.get': shareGet,
  'share.update': shareUpdate,
  'share.setOpen': shareSetOpen,
  'share.refresh': shareRefresh,
  'share.delete': shareDelete,
  'share.listVisits': shareListVisits,
  'share.getScripts': shareGetScripts,
  'share.saveAppScripts': shareSaveAppScripts,
  'share.saveCompanyScripts': shareSaveCompanyScripts,
  'role.listRoles': roleListRoles,
  'role.createRole': roleCreateRole,
  'role.updateRole': roleUpdateRole,
  'role.deleteRole': roleDeleteRole,
  'role.getRoleMemberships': roleGetRoleMemberships,
  'role.listMembers': roleListMembers,
  'role.addUsers': roleAddUsers,
  'role.importUsers': roleImportUsers,
  'role.downloadImportTemplate': roleDownloadImportTemplate,
  'role.addDepartments': roleAddDepartments,
  'role.addIncludedRoles': roleAddIncludedRoles,
  'role.listDepartments': roleListDepartments,
  'role.listIncludable': roleListIncludable,
  'role.removeMemberships': roleRemoveMemberships,
  'role.removeMembers': roleRemoveMembers,
  'role.resetMemberPassword': roleResetMemberPassword,
  'role.autocompleteUsers': roleAutocompleteUsers,
  'role.autocompleteExternalUsers': roleAutocompleteExternalUsers,
  'org.listScimTokens': orgListScimTokens,
  'org.createScimToken': orgCreateScimToken,
  'org.revokeScimToken': orgRevokeScimToken,
  'scim.getConfig': scimGetConfig,
  'scim.listResourceTypes': scimListResourceTypes,
  'scim.listSchemas': scimListSchemas,
  'scim.getResourceType': scimGetResourceType,
  'scim.getSchema': scimGetSchema,
  'scim.list': scimList,
  'scim.search': scimSearch,
  'scim.create': scimCreate,
  'scim.get': scimGet,
  'scim.replace': scimReplace,
  'scim.patch': scimPatch,
  'scim.delete': scimDelete,
  'scim.bulk': scimBulk,
  'permission.listRoles': permissionListRoles,
  'permission.listResourceTypes': permissionListResourceTypes,
  'permission.listResources': permissionListResources,
  'permission.saveAcl': permissionSaveAcl,
  'permission.saveMatrix': permissionSaveMatrix,
  'permission.getMatrix': permissionGetMatrix,
  'permission.createOption': permissionCreateOption,
  'permission.updateOption': permissionUpdateOption,
  'permission.deleteOption': permissionDeleteOption,
  'permission.getAclForm': permissionGetAclForm,
  'permission.saveAclForm': permissionSaveAclForm,
  'permission.explain': permissionExplain,
  'permission.whoCan': permissionWhoCan,
  'runtime.getSettings': runtimeGetSettings,
  'runtime.saveSettings': runtimeSaveSettings,
  'appSetting.getSetting': appSettingGetSetting,
  'source.list': sourceList,
  'source.create': sourceCreate,
  'source.update': sourceUpdate,
  'source.delete': sourceDelete,
  'source.test': sourceTest,
  'source.listTables': sourceListTables,
  'source.readTables': sourceReadTables,
  'source.plan': sourcePlan,
  'source.apply': sourceApply,
  'model.list': modelList,
  'model.get': modelGet,
  'model.create': modelCreate,
  'model.update': modelUpdate,
  'model.delete': modelDelete,
  'model.addField': modelAddField,
  'model.updateField': modelUpdateField,
  'model.deleteField': modelDeleteField,
  'model.saveFieldOrder': modelSaveFieldOrder,
  'model.addIndex': modelAddIndex,
  'model.deleteIndex': modelDeleteIndex,
  'data.listSources': dataListSources,
  'data.listModels': dataListModels,
  'data.listRows': dataListRows,
  'data.listChoices': dataListChoices,
  'data.getRow': dataGetRow,
  'data.createRow': dataCreateRow,
  'data.updateRow': dataUpdateRow,
  'data.updateRows': dataUpdateRows,
  'data.deleteRows': dataDeleteRows,
  'permission.whatIf': permissionWhatIf,
  'permission.listVersions': permissionListVersions,
  'permission.getVersion': permissionGetVersion,
  'permission.restoreVersion': permissionRestoreVersion,
  'permission.listTests': permissionListTests,
  'permission.saveTest': permissionSaveTest,
  'permission.deleteTest': permissionDeleteTest,
  'permission.runTests': permissionRunTests,
  'rowPermission.listModels': rowPermissionListModels,
  'rowPermission.listRowPermissions': rowPermissionListRowPermissions,
  'rowPermission.createRowPermission': rowPermissionCreateRowPermission,
  'rowPermission.updateRowPermission': rowPermissionUpdateRowPermission,
  'rowPermission.deleteRowPermission': rowPermissionDeleteRowPermission,
  'rowPermission.getConditionSource': rowPermissionGetConditionSource,
}
