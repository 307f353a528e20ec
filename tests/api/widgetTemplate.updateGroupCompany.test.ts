// widgetTemplate.update-group-company
import { updateGroup } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.updateGroupCompany', LEVELS.company, updateGroup)
