/** Pages of an app that stand in for ours, by the setting that names them. */
export const CUSTOM_PAGES = ['appCustomNotFoundPage', 'appCustomPermissionPage', 'appCustomLoginPage'] as const
export type CustomPages = { [K in (typeof CUSTOM_PAGES)[number]]?: string }
