// What an installation of one application answers: calls and screens that are named here and no others, so that a new one of the console is closed.
import { matchRoute, type MenuItem, type MenuLines, type Route } from '../../../routes.ts'
import type { StandaloneApp } from '../../config.ts'

type Open = true | readonly string[]
const words = (text: string) => text.trim().split(/\s+/)

/** Calls by area. What makes or changes apps, and what is about other organisations and apps, is not among them. */
const CALLS: Record<string, Open> = {
  api: ['call', 'read'],
  app: ['get', 'list'],
  bind: true,
  component: ['read'],
  data: true,
  docs: true,
  external: true,
  flow: words(
    `addApprover approveMany comment decide deleteDraft getCase getCaseDiagram getCaseForm getInitiateForm getPath getPreference
     getRadar getSummary listBackSteps listDrafts listNotices listOffered listTasks readNotices saveDraft savePreference sendBack
     submitInitiateForm getCaseFile getStartFile listCaseChoices listStartChoices uploadCaseFile uploadStartFile transfer urge withdraw getFlowDetail listFlows operateFlow listAbsences saveAbsence saveAbsenceOf`,
  ),
  general: true,
  i: words(
    `acceptInvitation addPasskey bindBce bindEmail bindPhone changePassword confirmTotp declineInvitation endOtherSessions
     endSession getInfo getSecurity listInvitations listRoles listSessions listSignins removePasskey removeTotp
     renamePasskey renewRecoveryCodes saveInfo startPasskey startTotp unbindAuth unbindEmail unbindPhone verifyAccount`,
  ),
  inbox: true,
  intervention: true,
  org: true,
  outbox: true,
  permission: true,
  portal: true,
  query: ['run', 'listRows', 'export', 'read'],
  reset: true,
  role: true,
  runtime: true,
  scim: true,
  screen: ['get', 'report', 'events'],
  setup: ['getInstall', 'getUpgradeDb', 'setPassword', 'submitInstall', 'submitLicense', 'submitOrgInstall', 'submitUpgradeDb'],
  signin: true,
  theme: ['getFile'],
  trigger: ['receive'],
}

/** Screens by area. */
const SCREENS: Record<string, Open> = {
  bind: true,
  data: ['page'],
  docs: true,
  external: ['door'],
  flow: ['case', 'initiate', 'intervention', 'manage', 'nodes', 'radar', 'tasks'],
  general: ['forbidden', 'logout', 'not-found'],
  i: ['password', 'profile', 'roles', 'security'],
  org: true,
  platform: ['outbox', 'signin'],
  portal: true,
  reset: true,
  runtime: ['permission-page'],
  screen: ['inbox'],
  setup: ['install', 'install-org', 'register-license', 'set-password', 'upgrade-db'],
  signin: true,
}

const isIn = (list: Record<string, Open>, id: string) => {
  const [area = '', name = ''] = id.split('.')
  const open = Object.hasOwn(list, area) ? list[area] : undefined
  return open === true || (open?.includes(name) ?? false)
}
export const isOpenCall = (id: string): boolean => isIn(CALLS, id)
export const isOpenScreen = (id: string): boolean => isIn(SCREENS, id)

export const homeOf = ({ company, app }: StandaloneApp): string => `/company/${encodeURIComponent(company.key)}/app/${encodeURIComponent(app.key)}`

/** Addresses of the console that people may know lead to the application. */
const LED = ['/', '/home', '/app', '/company/:companyKey', '/company/:companyKey/app']

/** Addresses and menus of an installation with one application. */
export function closedTables<T extends { routes: Route[]; menus: MenuLines; companyMenus: Record<string, MenuLines> }>(tables: T, app: StandaloneApp): T {
  const home = homeOf(app)
  const isOpen = ({ screen, layout, redirect, path }: Route) =>
    redirect !== undefined ? path.startsWith('/i') || path.includes('/admin/data') : layout === 'runtime' || path === '*' || (!!screen && isOpenScreen(screen))
  const routes: Route[] = [...LED.map(path => ({ path, redirect: home })), ...tables.routes.filter(route => !LED.includes(route.path) && isOpen(route))]
  const known = routes.filter(route => !LED.includes(route.path) && route.path !== '*' && route.layout !== 'runtime')
  const leads = ({ to }: MenuItem) => matchRoute(known, to.replace(/[?#].*$/, '').replace(/\$\{\w+\}/g, 'x')) !== undefined
  const menusOf = (menus: MenuLines): MenuLines => {
    const left = Object.fromEntries(Object.entries(menus).map(([name, items]) => [name, items.filter(leads)]))
    const permissions = { label: 'i18n:Runtime permissions', to: `${home}/admin/runtime-permission`, icon: 'check' }
    return { ...left, home: [{ label: app.app.name, to: home, icon: 'box' }], company: [...(left.company ?? []), permissions] }
  }
  return {
    ...tables,
    routes,
    menus: menusOf(tables.menus),
    companyMenus: Object.fromEntries(Object.entries(tables.companyMenus).map(([key, menus]) => [key, menusOf(menus)])),
  }
}
