// Families of letters to choose from: what devices have already, since a theme loads nothing from elsewhere. Chinese letters of the same kind stand before the last.
const GOTHIC = ['PingFang SC', 'Noto Sans SC', 'Microsoft YaHei', 'sans-serif']
const SONG = ['Songti SC', 'Noto Serif SC', 'SimSun', 'serif']

export interface Family {
  label: string
  body: readonly string[]
}
export const FAMILIES: readonly Family[] = [
  { label: 'Device', body: ['system-ui', '-apple-system', 'Segoe UI', 'Roboto', 'Helvetica Neue', ...GOTHIC] },
  { label: 'Grotesque', body: ['Inter', 'Helvetica Neue', 'Arial Nova', 'Nimbus Sans', 'Arial', ...GOTHIC] },
  { label: 'Humanist', body: ['Seravek', 'Gill Sans Nova', 'Ubuntu', 'Calibri', 'DejaVu Sans', ...GOTHIC] },
  { label: 'Geometric', body: ['Avenir', 'Montserrat', 'Corbel', 'URW Gothic', ...GOTHIC] },
  { label: 'Rounded', body: ['ui-rounded', 'Hiragino Maru Gothic ProN', 'Quicksand', 'Comfortaa', 'Arial Rounded MT Bold', ...GOTHIC] },
  { label: 'With serifs', body: ['Charter', 'Bitstream Charter', 'Sitka Text', 'Cambria', ...SONG] },
  { label: 'Old style', body: ['Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', 'P052', ...SONG] },
  { label: 'Slab', body: ['Rockwell', 'Rockwell Nova', 'Roboto Slab', 'DejaVu Serif', 'Sitka Small', ...SONG] },
  { label: 'Typewriter', body: ['ui-monospace', 'Cascadia Code', 'Source Code Pro', 'Menlo', 'Consolas', 'DejaVu Sans Mono', 'Noto Sans SC', 'monospace'] },
]
