// Package columns keeps long tables in little memory: values by column, and each name once.
//
// It imports nothing of this module. Start reading at column.go.
package columns
