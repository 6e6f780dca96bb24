// Package columns keeps long tables in little memory: values by column, and each name once.
//
// Start reading at column.go.
package columns
