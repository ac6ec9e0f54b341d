// 12.10: semicolons that are not there in a module
import a from 'a'
import * as b from 'b'
import { c } from 'c'
import 'd'
export * from 'e'
export { a, c }
export { f } from 'f'
export var g = 1
export default a => b
export const h = import('i')
await h
