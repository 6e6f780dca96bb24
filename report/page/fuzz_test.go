package page

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/report"
	"xcbench/report/chart"
)

// written is a part of a page with two names in it, and the texts that a browser must find there.
type written struct {
	html string
	want []string
}

// namedParts write the parts of a page that have names of a run.
var namedParts = []func(a, b string) written{
	func(a, b string) written { // the head of a page
		v := view{Title: a, Made: chart.Made{Command: b}}
		return written{filled("page.html", v), []string{a, b}}
	},
	func(a, b string) written { // a table
		id := a + "/" + b
		cells := []report.Cell{{Text: id, Look: isLink}, {Text: a}, {Text: b, Look: report.Best}, status(cover.Status(a))}
		t := report.Table{Title: b, Columns: []report.Column{{Name: a}, {Name: b, Right: true}, {Name: a}, {Name: b}},
			Rows: [][]report.Cell{cells}, Notes: []string{a}}
		return written{filled("wide", table{Table: t, ID: a, Keys: []filterKeys{{a, " " + b + " ", id}}}),
			[]string{a, b, id, "#" + anchor(id), " " + b + " ", a + "."}}
	},
	func(a, b string) written { // the section of an instance
		one := section{Anchor: anchor(a + "/" + b), ID: a + "/" + b, Title: a, Summary: b,
			Filter: filterKeys{a, b, a + b}, Picture: figure{Caption: a, SVG: image("<svg></svg>", b)},
			Profile: figure{Caption: b, SVG: "<svg></svg>", Notes: []string{a}}}
		return written{filled("section", one), []string{a, b, a + "/" + b, a + b, anchor(a + "/" + b)}}
	},
	func(a, b string) written { // a button that copies a command
		command := shell([]string{"xcbench", a, b})
		return written{filled("cell", report.Cell{Text: command, Look: isCommand}), []string{command, "copy"}}
	},
}

func filled(name string, data any) string {
	var out bytes.Buffer
	if err := layout().ExecuteTemplate(&out, name, data); err != nil {
		return err.Error()
	}
	return out.String()
}

var (
	element   = regexp.MustCompile(`<(/?!?\w+)((?: [\w-]+(?:="[^"]*")?)*)/?>`)
	attribute = regexp.MustCompile(` ([\w-]+)(?:="([^"]*)")?`)
)

// elements returns the tags of a part of a page, each with the names of its attributes, and the
// texts and the values of the attributes. It knows only the HTML that this package writes. Any other
// '<' in a text is a tag too. A place where a name may be broken is no tag.
func elements(page string) (tags, texts []string) {
	page = strings.ReplaceAll(page, "<wbr>", "")
	if texts = element.Split(page, -1); strings.Contains(strings.Join(texts, ""), "<") {
		tags = append(tags, "<")
	}
	for _, m := range element.FindAllStringSubmatch(page, -1) {
		tag := m[1]
		for _, a := range attribute.FindAllStringSubmatch(m[2], -1) {
			tag, texts = tag+" "+a[1], append(texts, a[2])
		}
		tags = append(tags, tag)
	}
	return tags, texts
}

// FuzzPage writes any two names into a part of a page. The names add no element and no attribute,
// and a browser finds them unchanged.
func FuzzPage(f *testing.F) {
	for _, name := range []string{
		"queens", "8_middle", "</script><script>alert(1)</script>", `"><img src=x onerror=alert(2)>`, "' onload='x",
		"</title><svg onload=alert(3)>", "]]>--><!--", "{{.}}", "%00%2e", "$(reboot)`id`;'x", "javascript:alert(4)",
		"&lt;b&gt;&amp;amp;&#0;", "\x1b[31mred\x1b[0m", "\x00\xff\xfe\u2028", "\ufeff", "a\r\nb\tc", "c-95", "a;b:c,d",
		"<wbr>", "_/_/", strings.Repeat("long", 30), " ", "url(http://x)", "NaN", "\u202etxt", "=>`",
	} {
		for kind := range namedParts {
			f.Add(uint8(kind), name, name)
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, a, b string) {
		if len(a)+len(b) > 250 { // longer names take longer and show nothing else
			return
		}
		part := namedParts[int(kind)%len(namedParts)]
		w := part("x"+a, "x"+b) // the page leaves out what is empty
		plain, _ := elements(part("xa", "xb").html)
		tags, texts := elements(w.html)
		if !slices.Equal(tags, plain) {
			t.Fatalf("%q and %q: got the tags %q in\n%s\nwant %q", a, b, tags, w.html, plain)
		}
		for _, want := range w.want {
			want = strings.TrimSpace(strings.ReplaceAll(want, "\x00", "\ufffd"))
			if !slices.ContainsFunc(texts, func(s string) bool { return strings.TrimSpace(html.UnescapeString(s)) == want }) {
				t.Errorf("%q and %q: got the texts %q in\n%s\nwant %q in them", a, b, texts, w.html, want)
			}
		}
	})
}
