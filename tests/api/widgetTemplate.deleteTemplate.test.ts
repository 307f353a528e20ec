// widgetTemplate.delete-template
import { deleteTemplate } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteTemplate', LEVELS.platform, deleteTemplate)
