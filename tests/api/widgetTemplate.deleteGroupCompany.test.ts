// widgetTemplate.delete-group-company
import { deleteGroup } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteGroupCompany', LEVELS.company, deleteGroup)
