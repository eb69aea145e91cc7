/** Backups of a store, made while servers use it, and their restore. */
export { backUp, type BackupResult } from './backup.js'
export { BadBackup, restore } from './restore.js'
