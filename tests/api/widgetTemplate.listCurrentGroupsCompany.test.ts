// widgetTemplate.list-current-groups-company
import { listCurrentGroups } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.listCurrentGroupsCompany', LEVELS.company, listCurrentGroups)
