// The table of addresses and the menus as the server last said: those of the start page, until it tells of a change.
import type { Route } from '../api/routes.ts'
import { boot, type MenuLines } from './boot.ts'
import { createStore } from './store.ts'

export const routes = createStore<Route[]>(boot.routes)
export const menus = createStore<MenuLines>(boot.site)
/** Menus of organisations that have their own, by key in lower case. */
export const companyMenus = createStore<Record<string, MenuLines>>(boot.companyMenus ?? {})

/** The menus of a place. */
export const menusAt = (companyKey: unknown): MenuLines => (typeof companyKey === 'string' && companyMenus.get()[companyKey.toLowerCase()]) || menus.get()
