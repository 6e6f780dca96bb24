package main

import (
	"errors"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/internal/atomicfile"
	"xcbench/internal/bounded"
	"xcbench/internal/cli"
	"xcbench/internal/lazy"
)

// releaseName is a version that may be part of a file's name and of CITATION.cff.
var releaseName = lazy.Regexp(`^[0-9A-Za-z][0-9A-Za-z._-]*$`)

func archiveCommand() *cobra.Command {
	var (
		s                cli.Instances
		version, license string
	)
	cmd := &cobra.Command{
		Use:   "archive [flags] FILE.zip",
		Short: "Write the catalogue as an archive that stands without xcbench",
		Long: `Archive writes a zip file with every instance of the catalogue as DLX text, and
sudokus as sudokus too. Tables have the numbers of solutions, their sources, and
how each number was found. A data sheet describes the archive, and SHA256SUMS
has the SHA-256 of every file. The same catalogue always has the same bytes.

'xcbench corpus check --corpus FILE.zip' checks an archive, or the folder that
it unpacks to. --corpus reads archives in other commands too.`,
		Example: "  xcbench corpus archive --release 1.0 xcbench-corpus-1.0.zip",
		Args:    cli.Arguments(1, 1, "one: the file to write"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !releaseName().MatchString(version) {
				return cli.Usagef("--release %q, expected letters, digits, '.', '_' and '-', as in 1.0", version)
			}
			text, err := bounded.ReadFile(license)
			if errors.Is(err, fs.ErrNotExist) {
				return cli.Usagef("%s: no such file, expected the licence of the archive; --license FILE names it", license)
			}
			if err != nil {
				return err
			}
			all, err := s.All(cmd, nil)
			if err != nil {
				return err
			}
			return atomicfile.Write(args[0], 0o666, func(w io.Writer) error {
				return corpus.WriteArchive(untilDone{cmd.Context(), w}, version, string(text), all)
			})
		},
	}
	f := cli.FlagsOf(cmd)
	version, license = "0", "LICENSE"
	f.Add(&version, "release", "name the archive's `VERSION`")
	f.Add(&license, "license", "add `FILE` as its licence")
	s.CatalogueFlags(cmd, corpus.Full)
	return cmd
}
