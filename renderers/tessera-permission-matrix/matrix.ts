// The permissions of one kind of resource, as boxes: roles × resources × options. Bitmaps in, a delta out; no DOM here.
// A box that says the same as what it stands above is no exception, so that resetting one means setting it to what is above.

export interface MatrixOption {
  value: string
  label: string
  group: 'builtIn' | 'api' | 'custom'
  /** Set in the app alone. */
  locked?: boolean
}
export interface MatrixResource {
  id: string
  /** Place of the resource it stands in; -1 at the top. */
  parent: number
  label: string
  isGroup: boolean
  /** Options of its own. */
  custom: string[]
}
export interface MatrixRole {
  label: string
  value: string
  /** Above 0: guests and external users. */
  type: number
  isAppGuest: boolean
  default: string[]
  /** Only of the roles that were asked for. */
  boxes?: Record<Layer, string>
}
type Layer = 'overridden' | 'inherited' | 'allowed'
export interface MatrixData {
  kind: string
  revision: number
  locked: boolean
  options: MatrixOption[]
  resources: MatrixResource[]
  roles: MatrixRole[]
}
export interface BoxChange {
  roleId: string
  resourceId: string
  option: string
  allow: boolean
}

/** Where the verdict of a box comes from. */
export type Source = 'default' | 'inherited' | 'here' | 'changed'
export interface Box {
  allowed: boolean
  source: Source
  /** Nobody may change it: the app forbids it, or the role cannot be given it. */
  locked: boolean
}

/** Working on something is for people of the organisation. */
const forInternalsOnly = (option: string) => option === 'edit' || option === 'delete'

function bitsOf(base64: string, length: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(length / 8))
  const bytes = atob(base64)
  for (let at = 0; at < Math.min(bytes.length, bits.length); at++) bits[at] = bytes.charCodeAt(at)
  return bits
}
type OfRole = (role: number) => Uint8Array
const bit = (bits: Uint8Array, at: number) => ((bits[at >> 3] as number) >> (at & 7)) & 1

export class Matrix {
  readonly boxes: number
  private readonly known: MatrixRole['boxes'][]
  private readonly overridden: OfRole
  private readonly inherited: OfRole
  private readonly allowed: OfRole
  private readonly defaults: Uint8Array[]
  private readonly exists: Uint8Array
  /** Boxes that differ from what is saved: role × boxes + box → allowed. */
  private readonly pending = new Map<number, boolean>()
  /** Names as they are searched. */
  private words: string[] | undefined

  constructor(readonly data: MatrixData) {
    const { options, resources, roles } = data
    this.boxes = resources.length * options.length
    // A role is unpacked when it is looked at: hundreds of them are most of the work, and few are ever shown.
    const unpacked = (layer: Layer): OfRole => {
      const made: Uint8Array[] = []
      return role => (made[role] ??= bitsOf(this.known[role]?.[layer] ?? '', this.boxes))
    }
    this.known = roles.map(role => role.boxes)
    this.overridden = unpacked('overridden')
    this.inherited = unpacked('inherited')
    this.allowed = unpacked('allowed')
    this.defaults = roles.map(role => Uint8Array.from(options, ({ value }) => (role.default.includes(value) ? 1 : 0)))
    this.exists = new Uint8Array(this.boxes)
    const columnOf = new Map(options.map(({ value }, column) => [value, column]))
    const builtIn = options.flatMap(({ group }, column) => (group === 'builtIn' ? [column] : []))
    resources.forEach(({ isGroup, custom }, r) => {
      if (isGroup) return
      const from = r * options.length
      for (const column of builtIn) this.exists[from + column] = 1
      for (const value of custom) {
        const column = columnOf.get(value)
        if (column !== undefined) this.exists[from + column] = 1
      }
    })
  }

  /** Of these roles, those whose boxes are not here yet: they must not be looked at. */
  missing(roles: readonly number[]): number[] {
    return roles.filter(role => this.data.roles[role] && !this.known[role])
  }

  /** Takes the boxes of more roles; false when there are other resources or options by now, so that nothing of it fits. */
  learn({ options, resources, roles }: MatrixData): boolean {
    const { data } = this
    const fits =
      resources.length === data.resources.length &&
      options.length === data.options.length &&
      resources.every(({ id }, at) => id === data.resources[at]?.id) &&
      options.every(({ value }, at) => value === data.options[at]?.value)
    if (!fits) return false
    const boxesOf = new Map(roles.map(({ value, boxes }) => [value, boxes]))
    data.roles.forEach(({ value }, at) => (this.known[at] ??= boxesOf.get(value)))
    return true
  }

  box(resource: number, option: number): number {
    return resource * this.data.options.length + option
  }

  /** Whether the resource has the option: groups have none, and custom ones belong to their page. */
  has(resource: number, option: number): boolean {
    return this.exists[this.box(resource, option)] === 1
  }

  /** What holds above a box: the default of the kind, or at an environment what is set for all. */
  private above(role: number, box: number): boolean {
    // What is set here as well says the opposite, or it would not be kept.
    if (bit(this.inherited(role), box)) return !!bit(this.allowed(role), box) !== !!bit(this.overridden(role), box)
    return (this.defaults[role] as Uint8Array)[box % this.data.options.length] === 1
  }

  private saved(role: number, box: number): boolean {
    const isSet = bit(this.overridden(role), box) || bit(this.inherited(role), box)
    return isSet ? !!bit(this.allowed(role), box) : this.above(role, box)
  }

  at(role: number, resource: number, option: number): Box {
    const box = this.box(resource, option)
    const change = this.pending.get(role * this.boxes + box)
    const source = bit(this.overridden(role), box) ? 'here' : bit(this.inherited(role), box) ? 'inherited' : 'default'
    return { allowed: change ?? this.saved(role, box), source: change === undefined ? source : 'changed', locked: this.isLocked(role, option) }
  }

  isLocked(role: number, option: number): boolean {
    const { locked, roles, options } = this.data
    const { value, locked: isOfApp } = options[option] as MatrixOption
    return locked || isOfApp === true || ((roles[role] as MatrixRole).type > 0 && forInternalsOnly(value))
  }

  isAllowed(role: number, resource: number, option: number): boolean {
    const box = this.box(resource, option)
    return this.pending.get(role * this.boxes + box) ?? this.saved(role, box)
  }

  /** Sets a box; one that is locked or not there stays. Answers whether something changed. */
  set(role: number, resource: number, option: number, allowed: boolean): boolean {
    if (!this.has(resource, option) || this.isLocked(role, option)) return false
    if (this.isAllowed(role, resource, option) === allowed) return false
    const box = this.box(resource, option)
    const key = role * this.boxes + box
    if (this.saved(role, box) === allowed) this.pending.delete(key)
    else this.pending.set(key, allowed)
    return true
  }

  /** Sets a box to what holds above it, so that it is no exception any more. */
  reset(role: number, resource: number, option: number): boolean {
    return this.set(role, resource, option, this.above(role, this.box(resource, option)))
  }

  /** Gives a role what another one has, on these resources. */
  copyRole(from: number, to: number, resources: readonly number[]): number {
    let count = 0
    for (const resource of resources)
      for (let option = 0; option < this.data.options.length; option++)
        if (this.has(resource, option) && this.set(to, resource, option, this.isAllowed(from, resource, option))) count++
    return count
  }

  /** Resources on which two roles differ. */
  differing(a: number, b: number): number[] {
    return this.data.resources.flatMap((_, resource) =>
      this.data.options.some((_option, option) => this.has(resource, option) && this.isAllowed(a, resource, option) !== this.isAllowed(b, resource, option))
        ? [resource]
        : [],
    )
  }

  get changed(): number {
    return this.pending.size
  }

  hasChange(role: number, resource: number): boolean {
    for (let option = 0; option < this.data.options.length; option++) if (this.pending.has(role * this.boxes + this.box(resource, option))) return true
    return false
  }

  isOverridden(role: number, resource: number): boolean {
    for (let option = 0; option < this.data.options.length; option++) {
      const source = this.has(resource, option) ? this.at(role, resource, option).source : 'default'
      if (source === 'here' || source === 'changed') return true
    }
    return false
  }

  /** What to save: only the boxes that differ. */
  changes(): BoxChange[] {
    const { options, resources, roles } = this.data
    return [...this.pending].map(([key, allow]) => {
      const box = key % this.boxes
      return {
        roleId: (roles[Math.floor(key / this.boxes)] as MatrixRole).value,
        resourceId: (resources[Math.floor(box / options.length)] as MatrixResource).id,
        option: (options[box % options.length] as MatrixOption).value,
        allow,
      }
    })
  }

  /** Forgets what was not saved. */
  discard() {
    this.pending.clear()
  }

  /**
   * Resources that a search finds for a role. Words are looked for in names; `overridden`, `changed`, `can:edit` and `cannot:edit` look at boxes.
   * The groups that found resources stand in come along, so that their place is seen.
   */
  search(query: string, role: number): number[] {
    const { resources, options } = this.data
    const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
    if (!terms.length) return resources.map((_, at) => at)
    const words = (this.words ??= resources.map(({ label }) => label.toLowerCase()))
    const optionNamed = (name: string) => options.findIndex(({ value, label }) => value.toLowerCase() === name || label.toLowerCase() === name)
    const tests = terms.map((term): ((resource: number) => boolean) => {
      const [word = '', value] = term.split(':')
      if (term === 'overridden') return resource => this.isOverridden(role, resource)
      if (term === 'changed') return resource => this.hasChange(role, resource)
      if (value !== undefined && (word === 'can' || word === 'cannot')) {
        const option = optionNamed(value)
        return resource => option >= 0 && this.has(resource, option) && this.isAllowed(role, resource, option) === (word === 'can')
      }
      return resource => (words[resource] as string).includes(term)
    })
    const found = new Set<number>()
    for (let at = 0; at < resources.length; at++) {
      if (!tests.every(test => test(at))) continue
      for (let place = at; place >= 0 && !found.has(place); place = (resources[place] as MatrixResource).parent) found.add(place)
    }
    return [...found].sort((a, b) => a - b)
  }
}
