/** The parts of a workbook without rows (ECMA-376). */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const MAX_SHEET_NAME_LENGTH = 31

export interface Sheet {
  readonly name: string
  /** The range of the filter, such as `A1:F20`. */
  readonly range: string
}

/** Position in `cellXfs` below. */
export const STYLES = { text: 0, header: 1, integer: 2, datetime: 3, link: 4 } as const

// Parts that are not listed are worksheets: their number is unknown when this is written.
export const CONTENT_TYPES = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`

export const PACKAGE_RELATIONSHIPS = `${XML}<Relationships xmlns="${PACKAGE_RELATIONS}"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export const STYLE_SHEET = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDEFF2"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

export function sheetStart(widths: readonly number[], isFirst: boolean): string {
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  const selected = isFirst ? ' tabSelected="1"' : ''
  return `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetViews><sheetView${selected} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
}

export const SHEET_ROWS_END = '</sheetData>'
export const SHEET_END = '</worksheet>'

export function filter(range: string): string {
  return `<autoFilter ref="${range}"/>`
}

/** The links of a sheet: the cells are listed here, the URLs in the relationships of the sheet. */
export const LINK_CELLS = { start: '<hyperlinks>', end: '</hyperlinks>' }
export const LINK_ADDRESSES = {
  start: `${XML}<Relationships xmlns="${PACKAGE_RELATIONS}">`,
  end: '</Relationships>',
}

export function linkCell(cell: string, number: number): string {
  return `<hyperlink ref="${cell}" r:id="rId${number}"/>`
}

export function linkAddress(address: string, number: number): string {
  return `<Relationship Id="rId${number}" Type="${RELATIONS}/hyperlink" Target="${escapeXml(address)}" TargetMode="External"/>`
}

export function workbook(sheets: readonly Sheet[]): string {
  const entries = sheets.map(
    ({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  const filters = sheets.map(({ name, range }, i) => {
    const area = `'${name.replaceAll("'", "''")}'!${range.replace(/[A-Z]+|\d+/g, '$$$&')}`
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${escapeXml(area)}</definedName>`
  })
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>${entries.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`
}

export function workbookRelationships(sheetCount: number): string {
  const sheets = Array.from(
    { length: sheetCount },
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  const styles = `<Relationship Id="rId${sheetCount + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/>`
  return `${XML}<Relationships xmlns="${PACKAGE_RELATIONS}">${sheets.join('')}${styles}</Relationships>`
}

/** Excel rejects a workbook with other sheet names. */
export function sheetName(title: string, index: number): string {
  const suffix = index === 0 ? '' : ` ${index + 1}`
  const allowed = title.replace(/[[\]:*?/\\\p{C}]/gu, ' ').trim()
  const cut = Array.from(allowed)
    .slice(0, MAX_SHEET_NAME_LENGTH)
    .join('')
    .slice(0, MAX_SHEET_NAME_LENGTH - suffix.length)
  const name = cut
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/^'+|'+$/g, '')
    .trim()
  return (name === '' || name.toLowerCase() === 'history' ? 'Sheet' : name) + suffix
}

export function escapeXml(text: string): string {
  return /[&<>"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : text
}
