/** Whether one of these fields has another value in the row. */
export function differs<Row extends object>(row: Row, fields: Partial<Row>): boolean {
  return Object.entries(fields).some(([field, value]) => row[field as keyof Row] !== value)
}
