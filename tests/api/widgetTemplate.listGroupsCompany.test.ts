// widgetTemplate.list-groups-company
import { listGroups } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.listGroupsCompany', LEVELS.company, listGroups)
