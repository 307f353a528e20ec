// widgetTemplate.delete-templates
import { deleteTemplates } from '../support/widget-template-stories.ts'
import { LEVELS, story } from '../support/widget-templates.ts'

story('widgetTemplate.deleteTemplates', LEVELS.platform, deleteTemplates)
