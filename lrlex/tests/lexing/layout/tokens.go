// Writes the tokens of Go files, as the package go/scanner finds them.
//
// Arguments: how many files, and folders. The files are those whose paths have the smallest
// hashes. For each file: a line with its path, a line for each token (its kind and its bytes), and
// an empty line. The bytes of an automatic semicolon are those of the line end, or of the comment
// that contains it. A file that the scanner refuses is left out.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Where the line ends after which the token is that ends at this byte.
func lineEnd(source []byte, at int) (int, int) {
	for at < len(source) {
		rest := source[at:]
		switch {
		case rest[0] == '\n':
			return at, at + 1
		case bytes.HasPrefix(rest, []byte("//")):
			length := bytes.IndexByte(rest, '\n')
			if length < 0 {
				length = len(rest)
			}
			at += length
		case bytes.HasPrefix(rest, []byte("/*")):
			length := bytes.Index(rest[2:], []byte("*/")) + 4
			if bytes.IndexByte(rest[:length], '\n') >= 0 {
				return at, at + length
			}
			at += length
		default:
			at++
		}
	}
	return at, at
}

func tokens(source []byte) (string, bool) {
	var out strings.Builder
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	good := true
	var one scanner.Scanner
	one.Init(file, source, func(token.Position, string) { good = false }, 0)
	end := 0
	for {
		pos, kind, text := one.Scan()
		start := file.Offset(pos)
		switch {
		case kind == token.EOF:
			return out.String(), good
		case kind == token.SEMICOLON && text == "\n":
			start, end = lineEnd(source, end)
		case strings.HasPrefix(text, "`"):
			// The scanner takes carriage returns out.
			end = start + bytes.IndexByte(source[start+1:], '`') + 2
		case text != "":
			end = start + len(text)
		default:
			end = start + len(kind.String())
		}
		fmt.Fprintf(&out, "%s %d %d\n", kind, start, end)
	}
}

func main() {
	most, _ := strconv.Atoi(os.Args[1])
	folders := os.Args[2:]
	if len(folders) == 0 {
		folders = []string{runtime.GOROOT() + "/src/"}
	}
	var paths []string
	for _, folder := range folders {
		filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") {
				paths = append(paths, path)
			}
			return nil
		})
	}
	sort.Slice(paths, func(a, b int) bool {
		x, y := sha256.Sum256([]byte(paths[a])), sha256.Sum256([]byte(paths[b]))
		return bytes.Compare(x[:], y[:]) < 0
	})
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for written, at := 0, 0; written < most && at < len(paths); at++ {
		source, err := os.ReadFile(paths[at])
		if err != nil || !utf8.Valid(source) {
			continue
		}
		if found, good := tokens(source); good {
			fmt.Fprintf(out, "%s\n%s\n", paths[at], found)
			written++
		}
	}
}
