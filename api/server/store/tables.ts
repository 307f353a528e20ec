// The system tables, typed by hand, one file per area: a table is a row of its area's list and an interface below it in tables/<area>.ts.
// The migrations are the truth, tests/api/tables.test.ts compares the two.
import type { AccountTables } from './tables/account.ts'
import type { AppTables } from './tables/app.ts'
import type { DataTables } from './tables/data.ts'
import type { DirectoryTables } from './tables/directory.ts'
import type { OrganisationTables } from './tables/organisation.ts'
import type { PermissionTables } from './tables/permission.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { ScreenTables } from './tables/screen.ts'
import type { SharingTables } from './tables/sharing.ts'
import type { SigninTables } from './tables/signin.ts'
import type { WidgetTables } from './tables/widget.ts'

export interface Tables
  extends
    AccountTables,
    AppTables,
    DataTables,
    DirectoryTables,
    OrganisationTables,
    PermissionTables,
    PlatformTables,
    ScreenTables,
    SharingTables,
    SigninTables,
    WidgetTables {}
