// The attributes of users and groups as data: what /Schemas answers, and what input, filters and patches are read by.
import { DEPARTMENT, ENTERPRISE, GROUP, USER } from './urns.ts'

export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'dateTime' | 'integer' | 'reference' | 'complex'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly'
  returned: 'always' | 'default' | 'never' | 'request'
  uniqueness: 'none' | 'server'
  canonicalValues?: string[]
  referenceTypes?: string[]
  subAttributes?: Attribute[]
}
/** A JSON object in canonical names. */
export type Resource = Record<string, unknown>

export interface Schema {
  id: string
  name: string
  description: string
  attributes: Attribute[]
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const complex = (name: string, description: string, subAttributes: Attribute[], more: Partial<Attribute> = {}) =>
  attribute(name, description, { type: 'complex', subAttributes, ...more })

/** Several values with a type each, one of them the primary one. */
const plural = (name: string, description: string, types: string[], value: Attribute[] = [attribute('value', 'The value itself', { required: true })]) =>
  complex(
    name,
    description,
    [
      ...value,
      attribute('display', 'A name for people to read'),
      attribute('type', 'What kind of value it is', { canonicalValues: types }),
      attribute('primary', 'Whether it is the preferred value', { type: 'boolean' }),
    ],
    { multiValued: true },
  )

/** Attributes that every resource has besides those of its schemas (RFC 7643, section 3.1). */
export const COMMON: Attribute[] = [
  attribute('schemas', 'The schemas of the resource', { type: 'reference', multiValued: true, caseExact: true, returned: 'always' }),
  attribute('id', 'The id that this server gave', { caseExact: true, mutability: 'readOnly', returned: 'always', uniqueness: 'server' }),
  attribute('externalId', 'The id that the provisioning client knows it by', { caseExact: true }),
  complex(
    'meta',
    'About the resource',
    [
      attribute('resourceType', 'User or Group', { caseExact: true, mutability: 'readOnly' }),
      attribute('created', 'When it was added', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('lastModified', 'When it was changed last', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('location', 'Its address', { type: 'reference', caseExact: true, mutability: 'readOnly' }),
      attribute('version', 'Its version, for If-Match', { caseExact: true, mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
]

const reference = (description: string, types: string[], more: Partial<Attribute> = {}) =>
  attribute('$ref', description, { type: 'reference', referenceTypes: types, caseExact: true, mutability: 'readOnly', ...more })

const userSchema: Schema = {
  id: USER,
  name: 'User',
  description: 'A member of the organisation',
  attributes: [
    attribute('userName', 'For signing in; unique', { required: true, uniqueness: 'server' }),
    complex('name', 'The parts of the name', [
      attribute('formatted', 'The whole name'),
      attribute('familyName', 'Family name'),
      attribute('givenName', 'Given name'),
      attribute('middleName', 'Middle names'),
      attribute('honorificPrefix', 'Title before the name'),
      attribute('honorificSuffix', 'Suffix behind the name'),
    ]),
    attribute('displayName', 'The name that others see; made from the name where it is missing'),
    attribute('nickName', 'Casual name'),
    attribute('profileUrl', 'Address of a page about the person', { type: 'reference', referenceTypes: ['external'] }),
    attribute('title', 'Job title'),
    attribute('userType', 'Relationship to the organisation'),
    attribute('preferredLanguage', 'Preferred language'),
    attribute('locale', 'Locale for numbers and dates'),
    attribute('timezone', 'Time zone'),
    attribute('active', 'False bans the person from the organisation', { type: 'boolean' }),
    plural('emails', 'The primary one is used for signing in and for mails', ['work', 'home', 'other']),
    plural('phoneNumbers', 'Phone numbers', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    plural(
      'addresses',
      'Postal addresses',
      ['work', 'home', 'other'],
      [
        attribute('formatted', 'The whole address'),
        attribute('streetAddress', 'Street and number'),
        attribute('locality', 'Town'),
        attribute('region', 'State or region'),
        attribute('postalCode', 'Postal code'),
        attribute('country', 'Country'),
      ],
    ),
    complex(
      'groups',
      'The departments of the person; changed through the groups',
      [
        attribute('value', 'Id of the group', { caseExact: true, mutability: 'readOnly' }),
        reference('Address of the group', ['Group']),
        attribute('display', 'Name of the group', { mutability: 'readOnly' }),
        attribute('type', 'Always direct', { mutability: 'readOnly', canonicalValues: ['direct'] }),
      ],
      { multiValued: true, mutability: 'readOnly' },
    ),
  ],
}

const enterpriseSchema: Schema = {
  id: ENTERPRISE,
  name: 'EnterpriseUser',
  description: 'What companies add to a user',
  attributes: [
    attribute('employeeNumber', 'Number of the employee'),
    attribute('costCenter', 'Cost center'),
    attribute('organization', 'Name of the organization'),
    attribute('division', 'Name of the division'),
    attribute('department', 'Name of the department'),
    complex('manager', 'The manager', [
      attribute('value', 'Id of the manager', { caseExact: true }),
      reference('Address of the manager', ['User'], { mutability: 'readWrite' }),
      attribute('displayName', 'Name of the manager'),
    ]),
  ],
}

const groupSchema: Schema = {
  id: GROUP,
  name: 'Group',
  description: 'A department of the organisation',
  attributes: [
    attribute('displayName', 'Name of the department, at most 25 characters', { required: true }),
    complex(
      'members',
      'Who sits in the department; those in departments below it are not listed',
      [
        attribute('value', 'Id of the user', { caseExact: true, mutability: 'immutable' }),
        reference('Address of the user', ['User'], { mutability: 'immutable' }),
        attribute('display', 'Name of the user', { mutability: 'readOnly' }),
        attribute('type', 'Always User', { mutability: 'immutable', canonicalValues: ['User'] }),
      ],
      { multiValued: true },
    ),
  ],
}

const departmentSchema: Schema = {
  id: DEPARTMENT,
  name: 'Department',
  description: 'What a department has beyond a group',
  attributes: [
    attribute('code', 'Unique in the organisation; made where it is missing', { mutability: 'immutable', uniqueness: 'server' }),
    complex('parent', 'The department above; without one it is of the first level', [
      attribute('value', 'Id of the group above', { caseExact: true }),
      attribute('display', 'Name of the group above', { mutability: 'readOnly' }),
    ]),
    complex('manager', 'Becomes a member of the department', [
      attribute('value', 'Id of the user', { caseExact: true }),
      attribute('display', 'Name of the user', { mutability: 'readOnly' }),
    ]),
  ],
}

export interface ResourceType {
  name: 'User' | 'Group'
  endpoint: 'Users' | 'Groups'
  description: string
  core: Schema
  extension: Schema
}
export const userType: ResourceType = {
  name: 'User',
  endpoint: 'Users',
  description: 'Members of the organisation',
  core: userSchema,
  extension: enterpriseSchema,
}
export const groupType: ResourceType = {
  name: 'Group',
  endpoint: 'Groups',
  description: 'Departments below the organisation itself',
  core: groupSchema,
  extension: departmentSchema,
}
export const schemas: Schema[] = [userSchema, enterpriseSchema, groupSchema, departmentSchema]
export const resourceTypes: ResourceType[] = [userType, groupType]

/** SCIM names are told apart by their letters, not by upper and lower case. */
export const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
export const named = (attributes: readonly Attribute[], name: string) => attributes.find(one => sameName(one.name, name))
/** The type behind an address; the contract lets only these two through. */
export const typeAt = (endpoint: 'Users' | 'Groups'): ResourceType => (endpoint === 'Users' ? userType : groupType)
